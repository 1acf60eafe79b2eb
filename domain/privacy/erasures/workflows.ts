import { defineWorkflow } from '#platform/core/workflows.ts'

export const personErasureWorkflow = defineWorkflow({
  name: 'personErasure',
  subjectType: 'erasure',
  idPrefix: 'person-erasure',
  firstStep: 'start',
  taskQueue: 'bulk',
  unfinished:
    "SELECT tenant_id, id FROM erasures WHERE status IN ('SCHEDULED', 'RUNNING', 'RETAINING')",
})
