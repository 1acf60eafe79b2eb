import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

/** Submits responses to the gateway and asks for the state of a dispute until it ends. */
export const paymentDisputeWorkflow = defineWorkflow({
  name: 'paymentDispute',
  subjectType: 'dispute',
  idPrefix: 'dispute',
  firstStep: 'review',
  unfinished: 'SELECT tenant_id, id FROM disputes WHERE closed_at IS NULL',
})

/** Asks people to respond in time. */
export const disputeResponseWorkflow = defineWorkflow({
  name: 'disputeResponse',
  subjectType: 'dispute',
  idPrefix: 'dispute-response',
  firstStep: 'plan',
})

/** Wakes the workflow that submits a response, and ends the requests to people meanwhile. */
export const followResponse = (tx: Transaction, { id }: { id: string }): void => {
  tx.wake(paymentDisputeWorkflow, id)
  tx.wake(disputeResponseWorkflow, id)
}
