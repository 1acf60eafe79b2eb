import type { Context } from '#platform/core/context.ts'
import { DomainError } from '#platform/core/errors.ts'
import { newId } from '#platform/core/ids.ts'
import { lockRecord } from '#platform/core/lock-record.ts'
import { freshRecord, keyOf, touched, type RecordRef } from '#platform/core/record-ref.ts'
import { assertVersion } from '#platform/core/record.ts'
import { transact } from '#platform/core/transaction.ts'
import { postStep } from '../ledger/post-step.ts'
import { loadOrder } from '../orders/queries.ts'
import { loadPayment } from '../payments/queries.ts'
import { amountToRefund } from './rules.ts'
import { toRefund, type BegunRefund, type CreateRefund } from './schemas.ts'
import { paymentRefundWorkflow } from './workflows.ts'

type Input = RecordRef & CreateRefund & { dryRun?: boolean }

/**
 * Begins to give back what a payment captured. What is being given back counts at once, so that of two
 * refunds at the same time no more goes than came. The workflow asks the gateway and settles it.
 */
export const createRefund = (
  ctx: Context,
  { id: paymentId, version, dryRun = false, amount, reason }: Input,
): Promise<BegunRefund> =>
  transact(ctx, ['refunds:write', 'payments:read'], async (tx) => {
    await lockRecord(tx, 'payments', paymentId)
    const before = await loadPayment(tx, paymentId)
    assertVersion(before, version)
    const amountMinor = amountToRefund(before, amount)
    if (before.gateway !== tx.platform.paymentGateway)
      throw new DomainError(
        'payments_not_accepted',
        `The payment was captured by the gateway ${before.gateway}, which this deployment does not have. Ask its operator.`,
      )
    const row = {
      ...freshRecord(tx, newId('refund')),
      paymentId,
      status: 'PROCESSING',
      amountMinor,
      currency: before.currency,
      reason,
      gatewayReference: null,
      failureCode: null,
      settledAt: null,
      version: 1,
    }
    const refundedMinor = before.refundedMinor + amountMinor
    const refundable = before.amountMinor - refundedMinor
    const subject = { type: 'payment', id: paymentId } as const
    if (dryRun) {
      tx.did(subject, { dryRun })
      return { dryRun, ...toRefund(row), id: null, refundable }
    }
    await tx.db.refund.create({ data: row })
    const refund = { type: 'refund', id: row.id } as const
    tx.created(refund, row)
    const order = await loadOrder(tx, before.orderId)
    await postStep(tx, { step: 'beginRefund', subject: refund, order, amountMinor })
    const after = await tx.db.payment.update({
      where: keyOf(tx, paymentId),
      data: { refundedMinor, ...touched(tx) },
    })
    tx.changed(subject, before, after)
    tx.start(paymentRefundWorkflow, row.id)
    return { dryRun, ...toRefund(row), refundable }
  })
