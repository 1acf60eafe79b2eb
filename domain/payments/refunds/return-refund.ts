import type { Order, Refund as RefundModel } from '#prisma/generated/client.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { GatewayAnswer } from '#providers/payments/gateway.ts'
import { wakeCancellation } from '../cancellation-policies/follow-cancellation.ts'
import { postStep } from '#receivables/ledger/post-step.ts'
import { reinstateOrder } from '#receivables/orders/reinstate-order.ts'
import { settledBy } from '../payments/rules.ts'
import { recordFailure } from './apply-refund-answer.ts'

type Failed = Extract<GatewayAnswer, { outcome: 'FAILED' }>

/** Whether a bank returned a refund days after the gateway had reported success. */
export const isReturned = (
  { status }: { status: string },
  answer: GatewayAnswer,
): answer is Failed => status === 'SUCCEEDED' && answer.outcome === 'FAILED'

/**
 * Records that a refund failed after it had succeeded: its money returns to the payment, and a refunded order
 * becomes paid again.
 */
export const returnRefund = async (
  tx: Transaction,
  order: Order,
  before: RefundModel,
  answer: Failed,
): Promise<RefundModel> => {
  const subject = { type: 'refund', id: before.id } as const
  const after = await tx.db.refund.update({
    where: keyOf(tx, before.id),
    data: { ...settledBy(answer, tx.now), ...touched(tx) },
  })
  tx.changed(subject, before, after)
  const { amountMinor } = after
  for (const step of ['returnRefund', 'failRefund'] as const)
    await postStep(tx, { step, subject, order, amountMinor })
  await recordFailure(tx, order, after)
  await reinstateOrder(tx, order)
  wakeCancellation(tx, order)
  return after
}
