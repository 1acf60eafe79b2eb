import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { freshRecord, keyOf, touched, type RecordRef } from '#platform/core/records/record-ref.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { wakeCancellation } from '../cancellation-policies/follow-cancellation.ts'
import { creditedBy } from '../credits/grant-credit.ts'
import { assertUndisputed } from '../disputes/rules.ts'
import { postStep } from '#receivables/ledger/post-step.ts'
import { lockOrder } from '#receivables/orders/lock-order.ts'
import { loadPayment } from '../payments/queries.ts'
import { MANUAL } from '../payments/rules.ts'
import { applyRefundAnswer } from './apply-refund-answer.ts'
import { amountToRefund, isToCredit } from './rules.ts'
import { toRefund, type BegunRefund, type CreateRefund } from './schemas.ts'
import { paymentRefundWorkflow } from './workflows.ts'

type Input = RecordRef & CreateRefund & { dryRun?: boolean }

/**
 * Starts a refund of a captured payment. Pending refunds count immediately, so simultaneous refunds cannot
 * exceed the payment. The workflow calls the gateway and settles the refund. Credit is granted immediately.
 * Manual payments are refunded by a person and settled immediately.
 */
export const createRefund = (
  ctx: Context,
  { id: paymentId, version, dryRun = false, amount, method = 'ORIGINAL', reason }: Input,
): Promise<BegunRefund> =>
  transact(ctx, ['refunds:write', 'payments:read'], async (tx) => {
    const { orderId } = await loadPayment(tx, paymentId)
    const { order } = (await lockOrder(tx, orderId))!
    await lockRecord(tx, 'payments', paymentId)
    const before = await loadPayment(tx, paymentId)
    assertVersion(before, version)
    assertUndisputed(before)
    const amountMinor = amountToRefund(before, amount)
    const toCredit = isToCredit({ method }, before)
    if (toCredit) creditedBy(order)
    else assertGatewayThere(tx, before)
    const row = {
      ...freshRecord(tx, newId('refund')),
      paymentId,
      status: 'PROCESSING',
      amountMinor,
      currency: before.currency,
      method,
      reason,
      gatewayReference: null,
      failureCode: null,
      settledAt: null,
      version: 1,
    }
    const refundedMinor = before.refundedMinor + amountMinor
    const refundable = before.amountMinor - refundedMinor - before.chargedBackMinor
    const subject = { type: 'payment', id: paymentId } as const
    if (dryRun) {
      tx.did(subject, { dryRun })
      return { dryRun, ...toRefund(row), id: null, refundable }
    }
    await tx.db.refund.create({ data: row })
    const refund = { type: 'refund', id: row.id } as const
    tx.created(refund, row)
    await postStep(tx, { step: 'beginRefund', subject: refund, order, amountMinor })
    const after = await tx.db.payment.update({
      where: keyOf(tx, paymentId),
      data: { refundedMinor, ...touched(tx) },
    })
    tx.changed(subject, before, after)
    if (toCredit || before.gateway === MANUAL) {
      const made = await applyRefundAnswer(tx, order, row, {
        outcome: 'SUCCEEDED',
        reference: null,
      })
      return { dryRun, ...toRefund(made), refundable }
    }
    tx.start(paymentRefundWorkflow, row.id)
    wakeCancellation(tx, order)
    return { dryRun, ...toRefund(row), refundable }
  })

/**
 * Requires the gateway that captured the payment. A centre's account can refund even if it is archived, but a
 * deployment's sandbox may no longer be configured.
 */
const assertGatewayThere = (
  { platform }: Transaction,
  { gateway, accountId }: { gateway: string; accountId: string | null },
): void => {
  if (accountId !== null || gateway === MANUAL || gateway === platform.paymentGateway) return
  throw new DomainError(
    'payments_not_accepted',
    `The payment was captured by the gateway ${gateway}, which this deployment does not support. Contact the operator of the deployment.`,
  )
}
