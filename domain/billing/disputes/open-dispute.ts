import type { Dispute as DisputeModel } from '#prisma/generated/client.ts'
import { newId } from '#platform/core/ids.ts'
import { lockRecord } from '#platform/core/lock-record.ts'
import { freshRecord } from '#platform/core/record-ref.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import type { DisputeState } from '#providers/payments/dispute-state.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { loadPayment } from '../payments/queries.ts'
import { applyDisputeState } from './apply-dispute-state.ts'
import { disputeAfter, UNKNOWN_DISPUTE } from './rules.ts'
import { paymentDisputeWorkflow } from './workflows.ts'

/**
 * Puts a dispute of a captured payment on record when it is first heard of, and has the gateway asked about it.
 * One that is on record stays as it is: what is heard may be old, and the gateway knows.
 */
export const openDispute = async (
  tx: Transaction,
  paymentId: string,
  state: DisputeState,
): Promise<DisputeModel> => {
  const { orderId } = await loadPayment(tx, paymentId)
  const { order } = (await lockOrder(tx, orderId))!
  await lockRecord(tx, 'payments', paymentId)
  const found = await tx.db.dispute.findFirst({
    where: { tenantId: tx.tenantId, paymentId, gatewayReference: state.reference },
  })
  if (found) {
    if (found.closedAt === null) tx.wake(paymentDisputeWorkflow, found.id)
    return found
  }
  const id = newId('dispute')
  const row = await tx.db.dispute.create({
    data: {
      ...freshRecord(tx, id),
      paymentId,
      ...disputeAfter(UNKNOWN_DISPUTE, state, tx.now),
      currency: state.currency,
      gatewayReference: state.reference,
    },
  })
  tx.created({ type: 'dispute', id }, row)
  tx.wake(paymentDisputeWorkflow, id)
  return applyDisputeState(tx, order, row, state, UNKNOWN_DISPUTE)
}
