import type { Context } from '../core/context.ts'
import { reopenSession } from '../sessions/appointment-session.ts'
import { assertUnpaid } from '../orders/assert-unpaid.ts'
import {
  appointmentFacts,
  appointmentSubject,
  moveAppointment,
  type AppointmentRef,
} from './transition.ts'

/**
 * Takes the last transition back: a check-in; a no-show or a completion while nothing of it is paid
 * and, for a completion, its note is unsigned. A slot that was freed may be taken: `slot_taken`.
 */
export const undoAppointment = (ctx: Context, ref: AppointmentRef) =>
  moveAppointment(ctx, ref, {
    verb: 'undo',
    fields: async (before, tx) => {
      if (before.status !== 'CHECKED_IN') await assertUnpaid(tx, before.id)
      if (before.status === 'COMPLETED') await reopenSession(tx, before.id)
      return { absentParty: null }
    },
    effects: (tx, after) =>
      tx.emit('appointment.reinstated', appointmentSubject(after), {
        ...appointmentFacts(after),
        status: after.status === 'CHECKED_IN' ? 'CHECKED_IN' : 'CONFIRMED',
      }),
  })
