import { cancellationOf, orderMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { authorize } from '#platform/core/access/permissions.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertNotInvoiced } from '../invoices/assert-not-invoiced.ts'
import { assertPackagesUnused } from '../session-packages/withdraw-packages.ts'
import { orderHold } from './order-hold.ts'
import { orderRecord } from './record.ts'
import { withdrawClaim } from './withdraw-claim.ts'

/** Cancelling the order of a cancellation or no-show fee waives the fee. */
const isFeeOfAbsence = ({ purpose }: { purpose: string }) =>
  purpose === 'CANCELLATION_FEE' || purpose === 'NO_SHOW_FEE'

/** Cancels an order. Refused while money is captured or in flight for it, or while it is on an invoice. */
export const cancelOrder = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, orderRecord, orderMoves, cancellationOf, {
    fields: async (before, tx) => {
      if (isFeeOfAbsence(before)) authorize(tx.actor, 'fee-waivers:write')
      await assertNotInvoiced(tx, before.id)
      await assertPackagesUnused(tx, before.id)
      const hold = await orderHold(tx, before.id)
      if (!hold) return {}
      const { paymentId } = hold
      if (hold.isPaid)
        throw new DomainError(
          'order_paid_in_part',
          `Payment ${paymentId} covers part of the order. Refund it first: POST /v1/payments/${paymentId}/refunds.`,
          { extra: { paymentId } },
        )
      throw new DomainError(
        'payment_in_flight',
        `Payment ${paymentId} of the order is in progress. Wait for its result.`,
        { extra: { paymentId }, retryAfterSeconds: 5 },
      )
    },
    effects: withdrawClaim,
  })
