import type { Context } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { GatewayAnswer } from '#providers/payments/gateway.ts'
import { lockOrder } from '#receivables/orders/lock-order.ts'
import { loadPayment } from '../payments/queries.ts'
import { isSettled, isUnchangedBy } from '../payments/rules.ts'
import { applyRefundAnswer } from './apply-refund-answer.ts'
import { loadRefund } from './queries.ts'
import { isReturned, returnRefund } from './return-refund.ts'
import { toRefund, type Refund } from './schemas.ts'

/**
 * Records the gateway's response. Idempotent, like the settlement of a payment. Once all payments of an order
 * are refunded completely, the order is refunded. A failed refund can be repeated, even if it had succeeded
 * before.
 */
export const settleRefund = (
  ctx: Context,
  { id, result: answer }: { id: string; result: GatewayAnswer },
): Promise<Refund> =>
  transact(ctx, ['refunds:write', 'payments:write'], async (tx) => {
    const { paymentId } = await loadRefund(tx, id)
    const { orderId } = await loadPayment(tx, paymentId)
    const { order } = (await lockOrder(tx, orderId))!
    await lockRecord(tx, 'payments', paymentId)
    const before = await loadRefund(tx, id)
    if (isReturned(before, answer)) return toRefund(await returnRefund(tx, order, before, answer))
    if (isSettled('Refund', before, answer) || isUnchangedBy(before, answer)) {
      tx.nothingChanged({ type: 'refund', id })
      return toRefund(before)
    }
    return toRefund(await applyRefundAnswer(tx, order, before, answer))
  })
