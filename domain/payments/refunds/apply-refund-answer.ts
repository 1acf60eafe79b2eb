import type { Order, Refund as RefundModel } from '#prisma/generated/client.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { GatewayAnswer } from '#providers/payments/gateway.ts'
import { wakeCancellation } from '../cancellation-policies/follow-cancellation.ts'
import { grantCredit } from '../credits/grant-credit.ts'
import { postStep } from '#receivables/ledger/post-step.ts'
import { closeReturnedOrder } from '#receivables/orders/close-returned-order.ts'
import { orderFacts } from '../payments/events.ts'
import { loadPayment } from '../payments/queries.ts'
import { settledBy } from '../payments/rules.ts'
import { refundEvents } from './events.ts'
import { tellOfRefund } from './tell-of-refund.ts'
import { isAllBack, isToCredit } from './rules.ts'

/** Applies a response to a pending refund. The caller has locked its order and its payment. */
export const applyRefundAnswer = async (
  tx: Transaction,
  order: Order,
  before: RefundModel,
  answer: GatewayAnswer,
): Promise<RefundModel> => {
  const { id, paymentId } = before
  const subject = { type: 'refund', id } as const
  const after = await tx.db.refund.update({
    where: keyOf(tx, id),
    data: { ...settledBy(answer, tx.now), ...touched(tx) },
  })
  tx.changed(subject, before, after)
  if (answer.outcome === 'PENDING') return after
  const { amountMinor } = after
  const toCredit = isToCredit(after, await loadPayment(tx, paymentId))
  await postStep(tx, {
    step: answer.outcome === 'FAILED' ? 'failRefund' : 'payRefund',
    subject,
    order,
    amountMinor,
    moneyAt: toCredit ? 'CREDIT_PAYABLE' : 'GATEWAY_CLEARING',
  })
  if (toCredit) await grantCredit(tx, { refundId: id, order, amountMinor })
  if (answer.outcome === 'FAILED') await recordFailure(tx, order, after)
  else {
    const inFull = await isRefunded(tx, paymentId)
    if (inFull) await closeReturnedOrder(tx, order)
    const payment = { type: 'payment', id: paymentId } as const
    tx.emit(refundEvents['payment.refunded'], payment, { ...factsOf(order, after), inFull })
    await tellOfRefund(tx, order, after, toCredit ? 'CREDIT' : 'MONEY')
  }
  wakeCancellation(tx, order)
  return after
}

/** Records a failed refund: its amount returns to the payment, and the failure is announced. */
export const recordFailure = async (
  tx: Transaction,
  order: Order,
  refund: RefundModel,
): Promise<void> => {
  await uncount(tx, refund)
  const payment = { type: 'payment', id: refund.paymentId } as const
  tx.emit(refundEvents['payment.refund_failed'], payment, {
    ...factsOf(order, refund),
    failureCode: refund.failureCode!,
  })
}

const factsOf = (order: Order, { id, paymentId, amountMinor, currency }: RefundModel) => ({
  refundId: id,
  paymentId,
  orderId: order.id,
  amount: amountMinor,
  currency,
  ...orderFacts(order),
})

const uncount = async (tx: Transaction, { paymentId, amountMinor }: RefundModel): Promise<void> => {
  const before = await loadPayment(tx, paymentId)
  const after = await tx.db.payment.update({
    where: keyOf(tx, paymentId),
    data: { refundedMinor: before.refundedMinor - amountMinor, ...touched(tx) },
  })
  tx.changed({ type: 'payment', id: paymentId }, before, after)
}

const isRefunded = async (tx: Transaction, paymentId: string): Promise<boolean> => {
  const payment = await loadPayment(tx, paymentId)
  const refunds = await tx.db.refund.findMany({
    where: { tenantId: tx.tenantId, paymentId },
    select: { status: true },
  })
  return isAllBack(payment, refunds)
}
