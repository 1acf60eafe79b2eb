import type { Context } from '#platform/core/context/context.ts'
import { closeSession } from '#clinical/sessions/open-session.ts'
import {
  appointmentFacts,
  appointmentSubject,
  moveAppointment,
  type AppointmentRef,
} from './move-appointment.ts'
import { appointmentEvents } from './events.ts'

/** The appointment took place. Its session ends; without one, the planned times are taken. */
export const completeAppointment = (ctx: Context, ref: AppointmentRef) =>
  moveAppointment(ctx, ref, {
    verb: 'complete',
    effects: async (tx, after) => {
      await closeSession(tx, after)
      tx.emit(
        appointmentEvents['appointment.completed'],
        appointmentSubject(after),
        appointmentFacts(after),
      )
    },
  })
