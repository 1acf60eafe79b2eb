import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import { DomainError } from '#platform/core/errors.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { assertNotInvoiced } from '../invoices/assert-not-invoiced.ts'
import { releaseCode } from '../discount-codes/redeem-code.ts'
import { postStep } from '../ledger/post-step.ts'
import { assertPackagesUnused, withdrawPackages } from '../session-packages/withdraw-packages.ts'
import { orderRecord } from './record.ts'
import { orderStatusAfter } from './rules.ts'

/** Takes back an order that is not paid. Refused while a payment of it is in flight, or an invoice claims it. */
export const cancelOrder = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, orderRecord, {
    fields: async (before, tx) => {
      const status = orderStatusAfter('cancel', before.status)
      await assertNotInvoiced(tx, before.id)
      await assertPackagesUnused(tx, before.id)
      const payment = await tx.db.payment.findFirst({
        where: { tenantId: tx.tenantId, orderId: before.id, status: 'PROCESSING' },
        select: { id: true },
      })
      if (!payment) return { status }
      throw new DomainError(
        'payment_in_flight',
        `Payment ${payment.id} of the order is being captured. Wait for its result.`,
        { extra: { paymentId: payment.id }, retryAfterSeconds: 5 },
      )
    },
    effects: async (tx, after) => {
      await postStep(tx, {
        step: 'cancel',
        subject: { type: 'order', id: after.id },
        order: after,
        amountMinor: after.amountMinor,
      })
      await withdrawPackages(tx, after.id)
      await releaseCode(tx, after.id)
    },
  })
