import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const creditPayoutWorkflow = defineWorkflow({
  name: 'creditPayout',
  subjectType: 'creditPayout',
  idPrefix: 'credit-payout',
  firstStep: 'payout',
  interactive: true,
  unfinished: "SELECT tenant_id, id FROM credit_payouts WHERE status = 'PROCESSING'",
})
