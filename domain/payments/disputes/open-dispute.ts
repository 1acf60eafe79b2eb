import type { Dispute as DisputeModel } from '#prisma/generated/client.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { DisputeState } from '#providers/payments/dispute-state.ts'
import { lockParts, type PaymentPart } from '../payments/lock-parts.ts'
import { applyDisputeState } from './apply-dispute-state.ts'
import { disputeAfter, sharesOf, UNKNOWN_DISPUTE } from './rules.ts'
import { paymentDisputeWorkflow } from './workflows.ts'

/**
 * Records a dispute of a captured payment at its first event, and wakes its workflow; creates one record for
 * each payment captured together. A dispute that is already recorded stays unchanged: events may be old, and
 * only the gateway knows the state.
 */
export const openDispute = async (
  tx: Transaction,
  paymentId: string,
  state: DisputeState,
): Promise<DisputeModel> => {
  const parts = await lockParts(tx, paymentId)
  const shares = sharesOf(
    parts.map(({ payment }) => payment),
    state,
  )
  const disputes: DisputeModel[] = []
  for (const [index, part] of parts.entries())
    if (shares[index]!.amountMinor > 0) disputes.push(await openShare(tx, part, shares[index]!))
  return disputes.find((dispute) => dispute.paymentId === paymentId) ?? disputes[0]!
}

const openShare = async (
  tx: Transaction,
  { order, payment }: PaymentPart,
  state: DisputeState,
): Promise<DisputeModel> => {
  const found = await tx.db.dispute.findFirst({
    where: { tenantId: tx.tenantId, paymentId: payment.id, gatewayReference: state.reference },
  })
  if (found) {
    if (found.closedAt === null) tx.wake(paymentDisputeWorkflow, found.id)
    return found
  }
  const id = newId('dispute')
  const row = await tx.db.dispute.create({
    data: {
      ...freshRecord(tx, id),
      paymentId: payment.id,
      ...disputeAfter(UNKNOWN_DISPUTE, state, tx.now),
      currency: state.currency,
      gatewayReference: state.reference,
    },
  })
  tx.created({ type: 'dispute', id }, row)
  tx.wake(paymentDisputeWorkflow, id)
  return applyDisputeState(tx, order, row, state, UNKNOWN_DISPUTE)
}
