import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const personExportWorkflow = defineWorkflow({
  name: 'personExport',
  subjectType: 'personExport',
  idPrefix: 'person-export',
  firstStep: 'gather',
  taskQueue: 'bulk',
  unfinished: "SELECT tenant_id, id FROM person_exports WHERE status <> 'EXPIRED'",
})
