import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { GatewayAnswer } from '#providers/payments/gateway.ts'
import { applyAnswer } from './apply-answer.ts'
import { lockParts, partOf } from './lock-parts.ts'
import { loadPayment } from './queries.ts'
import { isSettled, isUnchangedBy } from './rules.ts'
import { tellOfPayment } from './tell-of-payment.ts'
import { toPayment, type Payment } from './schemas.ts'

/**
 * Records the gateway's response for all payments captured together. Idempotent: a payment that already has
 * this state stays unchanged and sends no event.
 */
export const settlePayment = (
  ctx: Context,
  { id, result: answer }: { id: string; result: GatewayAnswer },
): Promise<Payment> =>
  transact(ctx, 'payments:write', async (tx) => {
    const parts = await lockParts(tx, id)
    const { payment: before } = partOf(parts, id)
    if (isSettled('Payment', before, answer) || isUnchangedBy(before, answer)) {
      tx.nothingChanged({ type: 'payment', id })
      return toPayment(before)
    }
    for (const part of parts) await applyAnswer(tx, part, part.payment, answer)
    if (answer.outcome === 'SUCCEEDED') await tellOfPayment(tx, parts)
    return toPayment(await loadPayment(tx, id))
  })
