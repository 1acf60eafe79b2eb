import { Prisma } from '#prisma/generated/client.ts'
import { tellOfWaiver } from '#payments/cancellation-policies/tell-of-fee.ts'
import { withdrawFee } from '#payments/cancellation-policies/decide-fee.ts'
import { refundFee } from '#payments/refunds/refund-fee.ts'
import type { Context } from '#platform/core/context/context.ts'
import { authorize } from '#platform/core/access/permissions.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { reopenSession } from '#clinical/sessions/open-session.ts'
import { assertUnpaid } from '#receivables/orders/assert-unpaid.ts'
import { moveAppointment, type AppointmentRef } from './move-appointment.ts'
import { Appointment, type UndoAppointment } from './schemas.ts'

/**
 * Undoes the last transition: a check-in; a no-show, whose unpaid fee is cancelled, or whose paid fee is
 * refunded with `refundFee`, which needs the permission to waive it; or a completion, while the appointment is
 * unpaid and its note unsigned. If the freed slot was taken meanwhile, `slot_taken` is thrown.
 */
export const undoAppointment = (
  ctx: Context,
  { refundFee: isRefunded = false, reason, ...ref }: AppointmentRef & UndoAppointment,
) =>
  moveAppointment(ctx, ref, {
    verb: 'undo',
    reason,
    fields: async (before, tx) => {
      if (before.status === 'COMPLETED') await assertUnpaid(tx, before.id)
      const fee = fromJson(Appointment.shape.fee, before.fee)
      if (fee?.decision === 'PREPAID') authorize(tx.actor, 'fee-waivers:write')
      return { absentParty: null, fee: Prisma.DbNull, feeWaiverReason: null }
    },
    effects: async (tx, after, before) => {
      if (before.status === 'COMPLETED') await reopenSession(tx, after)
      const fee = fromJson(Appointment.shape.fee, before.fee)
      await (isRefunded ? refundFee(tx, fee, reason ?? 'It was undone.') : withdrawFee(tx, fee))
      const { orderId = null, amount = null, currency = null } = fee ?? {}
      if (orderId && amount !== null && currency)
        await tellOfWaiver(tx, { appointmentId: after.id, orderId, amount, currency })
    },
  })
