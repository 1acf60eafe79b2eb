import type { Context } from '#platform/core/context.ts'
import { lockRecord } from '#platform/core/lock-record.ts'
import { transact } from '#platform/core/transaction.ts'
import type { GatewayAnswer } from '#providers/payments/gateway.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { applyAnswer } from './apply-answer.ts'
import { loadPayment } from './queries.ts'
import { isSettled, isUnchangedBy } from './rules.ts'
import { toPayment, type Payment } from './schemas.ts'

/**
 * Records what the gateway said. Safe to run twice: a payment that says so already stays as it is and tells
 * nobody again.
 */
export const settlePayment = (
  ctx: Context,
  { id, result: answer }: { id: string; result: GatewayAnswer },
): Promise<Payment> =>
  transact(ctx, 'payments:write', async (tx) => {
    const { orderId } = await loadPayment(tx, id)
    const locked = (await lockOrder(tx, orderId))!
    await lockRecord(tx, 'payments', id)
    const before = await loadPayment(tx, id)
    if (isSettled('Payment', before, answer) || isUnchangedBy(before, answer)) {
      tx.nothingChanged({ type: 'payment', id })
      return toPayment(before)
    }
    return toPayment(await applyAnswer(tx, locked, before, answer))
  })
