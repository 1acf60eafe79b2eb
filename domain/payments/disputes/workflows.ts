import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

/** Hands answers to the gateway and asks how a dispute stands, until it is over. */
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

/** Has an answer handed over, and nobody asked for another meanwhile. */
export const followResponse = (tx: Transaction, { id }: { id: string }): void => {
  tx.wake(paymentDisputeWorkflow, id)
  tx.wake(disputeResponseWorkflow, id)
}
