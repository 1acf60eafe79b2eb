import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const paymentRefundWorkflow = defineWorkflow({
  name: 'paymentRefund',
  subjectType: 'refund',
  idPrefix: 'refund',
  firstStep: 'refund',
  interactive: true,
  unfinished: "SELECT tenant_id, id FROM refunds WHERE status = 'PROCESSING'",
})
