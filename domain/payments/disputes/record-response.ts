import type { Context } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { GatewayResult } from '#providers/payments/gateway.ts'
import { loadDispute } from './queries.ts'
import { isAnswering } from './rules.ts'
import { toDispute, type Dispute } from './schemas.ts'
import { disputeResponseWorkflow, paymentDisputeWorkflow } from './workflows.ts'

/** Records whether the gateway accepted a response. Idempotent, because a decision is final. */
export const recordResponse = (
  ctx: Context,
  { id, result }: { id: string; result: GatewayResult },
): Promise<Dispute> =>
  transact(ctx, 'disputes:write', async (tx) => {
    await lockRecord(tx, 'disputes', id)
    const subject = { type: 'dispute', id } as const
    const before = await loadDispute(tx, id)
    if (!isAnswering(before)) {
      tx.nothingChanged(subject)
      return toDispute(before)
    }
    const after = await tx.db.dispute.update({
      where: keyOf(tx, id),
      data: {
        ...(result.outcome === 'SUCCEEDED'
          ? { submittedAt: tx.now }
          : { refusalCode: result.failureCode }),
        ...touched(tx),
      },
    })
    tx.changed(subject, before, after)
    tx.wake(disputeResponseWorkflow, id)
    const { tenantId } = tx
    const where = { tenantId, gatewayReference: after.gatewayReference, closedAt: null }
    for (const other of await tx.db.dispute.findMany({ where: { ...where, id: { not: id } } }))
      tx.wake(paymentDisputeWorkflow, other.id)
    return toDispute(after)
  })
