import type { Context } from '#platform/core/context/context.ts'
import { openSession } from '#clinical/sessions/open-session.ts'
import {
  appointmentFacts,
  appointmentSubject,
  moveAppointment,
  type AppointmentRef,
} from './move-appointment.ts'
import { appointmentEvents } from './events.ts'

/** The appointment begins: its session is open from now on. */
export const startAppointment = (ctx: Context, ref: AppointmentRef) =>
  moveAppointment(ctx, ref, {
    verb: 'start',
    effects: async (tx, after) => {
      await openSession(tx, after, { startedAt: tx.now })
      tx.emit(
        appointmentEvents['appointment.started'],
        appointmentSubject(after),
        appointmentFacts(after),
      )
    },
  })
