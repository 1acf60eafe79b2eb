import { defineWorkflow } from '#platform/core/workflows.ts'

/** Asks the gateway how a dispute stands, until it is over. */
export const paymentDisputeWorkflow = defineWorkflow({
  name: 'paymentDispute',
  subjectType: 'dispute',
  idPrefix: 'dispute',
  firstStep: 'review',
  unfinished: 'SELECT tenant_id, id FROM disputes WHERE closed_at IS NULL',
})

/** Has people answer it in time. */
export const disputeResponseWorkflow = defineWorkflow({
  name: 'disputeResponse',
  subjectType: 'dispute',
  idPrefix: 'dispute-response',
  firstStep: 'plan',
})
