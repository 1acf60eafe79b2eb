import { Prisma } from '#prisma/generated/client.ts'
import { withdrawFee } from '#billing/cancellation-policies/decide-fee.ts'
import type { Context } from '#platform/core/context.ts'
import { fromJson } from '#platform/core/json.ts'
import { reopenSession } from '#clinical/sessions/open-session.ts'
import { assertUnpaid } from '#billing/orders/assert-unpaid.ts'
import {
  appointmentFacts,
  appointmentSubject,
  moveAppointment,
  type AppointmentRef,
} from './move-appointment.ts'
import { appointmentEvents } from './events.ts'
import { Appointment } from './schemas.ts'

/**
 * Takes the last transition back: a check-in; a no-show while its fee is unpaid, which goes with it; a
 * completion while it is unpaid and its note is unsigned. A slot that was freed may be taken: `slot_taken`.
 */
export const undoAppointment = (ctx: Context, ref: AppointmentRef) =>
  moveAppointment(ctx, ref, {
    verb: 'undo',
    fields: async (before, tx) => {
      if (before.status === 'COMPLETED') await assertUnpaid(tx, before.id)
      return { absentParty: null, fee: Prisma.DbNull, feeWaiverReason: null }
    },
    effects: async (tx, after, before) => {
      if (before.status === 'COMPLETED') await reopenSession(tx, after)
      await withdrawFee(tx, fromJson(Appointment.shape.fee, before.fee))
      tx.emit(appointmentEvents['appointment.reinstated'], appointmentSubject(after), {
        ...appointmentFacts(after),
        status: after.status === 'CHECKED_IN' ? 'CHECKED_IN' : 'CONFIRMED',
      })
    },
  })
