import type { Dispute as DisputeModel, Order } from '#prisma/generated/client.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { DisputeState } from '#providers/payments/dispute-state.ts'
import { wakeCancellation } from '../cancellation-policies/follow-cancellation.ts'
import { postTransaction } from '#receivables/ledger/post-transaction.ts'
import { disputePosting } from '#receivables/ledger/posting-rules.ts'
import { taxOfRefund } from '#receivables/ledger/tax-of-refund.ts'
import { closeReturnedOrder } from '#receivables/orders/close-returned-order.ts'
import { loadPayment } from '../payments/queries.ts'
import { disputeEvents, dueOf, factsOf } from './events.ts'
import { countedOf, disputeAfter, movesOf, type DisputeFacts, type DisputeMove } from './rules.ts'
import { disputeResponseWorkflow } from './workflows.ts'

/** Applies the gateway's state of a dispute, whose order and payment are locked. `known` is the previous state. */
export const applyDisputeState = async (
  tx: Transaction,
  order: Order,
  before: DisputeModel,
  state: DisputeState,
  known: DisputeFacts = before,
): Promise<DisputeModel> => {
  const subject = { type: 'dispute', id: before.id } as const
  const after = await tx.db.dispute.update({
    where: keyOf(tx, before.id),
    data: { ...disputeAfter(known, state, tx.now), ...touched(tx) },
  })
  tx.changed(subject, before, after)
  await count(tx, after.paymentId)
  for (const move of movesOf(known, state)) await post(tx, order, after, move)
  await follow(tx, order, after, known)
  tx.wake(disputeResponseWorkflow, after.id)
  wakeCancellation(tx, order)
  return after
}

/** Recomputes the payment's totals over all its disputes. */
const count = async (tx: Transaction, id: string): Promise<void> => {
  const before = await loadPayment(tx, id)
  const all = await tx.db.dispute.findMany({ where: { tenantId: tx.tenantId, paymentId: id } })
  const counted = countedOf(all)
  const isSame =
    before.disputedMinor === counted.disputedMinor &&
    before.chargedBackMinor === counted.chargedBackMinor
  if (isSame) return
  const after = await tx.db.payment.update({
    where: keyOf(tx, id),
    data: { ...counted, ...touched(tx) },
  })
  tx.changed({ type: 'payment', id }, before, after)
}

const post = async (
  tx: Transaction,
  order: Order,
  { id, currency, feeCurrency }: DisputeModel,
  { step, amountMinor }: DisputeMove,
): Promise<void> => {
  const isFee = step === 'chargeFee' || step === 'returnFee'
  const taxMinor = step === 'lose' ? await taxOfRefund(tx, order, { id, amountMinor }) : 0
  await postTransaction(tx, {
    subject: { type: 'dispute', id },
    currency: isFee ? feeCurrency! : currency,
    posting: disputePosting(step, amountMinor, taxMinor),
  })
}

/** Announces the outcome. A lost amount counts like a refund. */
const follow = async (
  tx: Transaction,
  order: Order,
  after: DisputeModel,
  known: DisputeFacts,
): Promise<void> => {
  const payment = { type: 'payment', id: after.paymentId } as const
  const facts = factsOf(after, order)
  const isDisputed = known.amountMinor === 0 || (known.isInquiry && !after.isInquiry)
  if (isDisputed) tx.emit(disputeEvents['payment.disputed'], payment, { ...facts, ...dueOf(after) })
  if (after.status === known.status) return
  if (after.status === 'WON') tx.emit(disputeEvents['payment.dispute_won'], payment, facts)
  if (after.status !== 'LOST') return
  await closeReturnedOrder(tx, order)
  tx.emit(disputeEvents['payment.dispute_lost'], payment, facts)
}
