import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const erasureApprovalWorkflow = defineWorkflow({
  name: 'erasureApproval',
  subjectType: 'erasure',
  idPrefix: 'erasure-approval',
  firstStep: 'plan',
  // A request is recorded before its follow-up exists.
  unfinished: `
    SELECT tenant_id, id FROM erasures e
    WHERE status = 'AWAITING_APPROVAL' AND NOT EXISTS (
      SELECT FROM follow_ups f
      WHERE f.tenant_id = e.tenant_id AND f.subject_id = e.id AND f.kind = 'erasureApproval')`,
})

export const personErasureWorkflow = defineWorkflow({
  name: 'personErasure',
  subjectType: 'erasure',
  idPrefix: 'person-erasure',
  firstStep: 'start',
  taskQueue: 'bulk',
  unfinished:
    "SELECT tenant_id, id FROM erasures WHERE status IN ('SCHEDULED', 'RUNNING', 'RETAINING')",
})
