import type { Refund as RefundModel } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context.ts'
import { lockRecord } from '#platform/core/lock-record.ts'
import { keyOf, touched } from '#platform/core/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transaction.ts'
import type { GatewayResult } from '#providers/payments/gateway.ts'
import { postStep } from '../ledger/post-step.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { moveOrder } from '../orders/move-order.ts'
import { orderFacts } from '../payments/events.ts'
import { loadPayment } from '../payments/queries.ts'
import { isSettled, settledBy } from '../payments/rules.ts'
import { refundEvents } from './events.ts'
import { loadRefund } from './queries.ts'
import { isAllBack } from './rules.ts'
import { toRefund, type Refund } from './schemas.ts'

/**
 * Records what the gateway said. Safe to run twice, as settling a payment is. Once all of an order's
 * money is back, the order is refunded; what failed can be refunded again.
 */
export const settleRefund = (
  ctx: Context,
  { id, result }: { id: string; result: GatewayResult },
): Promise<Refund> =>
  transact(ctx, ['refunds:write', 'payments:write'], async (tx) => {
    const { paymentId } = await loadRefund(tx, id)
    const { orderId } = await loadPayment(tx, paymentId)
    const { order } = (await lockOrder(tx, orderId))!
    await lockRecord(tx, 'payments', paymentId)
    const before = await loadRefund(tx, id)
    const subject = { type: 'refund', id } as const
    if (isSettled('Refund', before, result)) {
      tx.nothingChanged(subject)
      return toRefund(before)
    }
    const after = await tx.db.refund.update({
      where: keyOf(tx, id),
      data: { ...settledBy(result, tx.now), ...touched(tx) },
    })
    tx.changed(subject, before, after)
    await postStep(tx, {
      step: result.outcome === 'FAILED' ? 'failRefund' : 'payRefund',
      subject,
      order,
      amountMinor: after.amountMinor,
    })
    const facts = {
      refundId: id,
      paymentId,
      orderId,
      amount: after.amountMinor,
      currency: after.currency,
      ...orderFacts(order),
    }
    const payment = { type: 'payment', id: paymentId } as const
    if (result.outcome === 'FAILED') {
      await uncount(tx, after)
      tx.emit(refundEvents['payment.refund_failed'], payment, {
        ...facts,
        failureCode: result.failureCode,
      })
    } else {
      const inFull = await isRefunded(tx, paymentId)
      if (inFull) await moveOrder(tx, orderId, 'refund')
      tx.emit(refundEvents['payment.refunded'], payment, { ...facts, inFull })
    }
    return toRefund(after)
  })

/** What failed is the payment's again. */
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
