import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const settlementPayoutWorkflow = defineWorkflow({
  name: 'settlementPayout',
  subjectType: 'settlement',
  idPrefix: 'settlement',
  firstStep: 'transfer',
  unfinished: "SELECT tenant_id, id FROM settlements WHERE status IN ('APPROVED', 'TRANSFERRING')",
})
