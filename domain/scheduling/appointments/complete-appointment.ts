import type { Context } from '#platform/core/context/context.ts'
import { closeSession } from '#clinical/sessions/open-session.ts'
import { moveAppointment, type AppointmentRef } from './move-appointment.ts'

/** The appointment took place. Its session ends; without one, the planned times are taken. */
export const completeAppointment = (ctx: Context, ref: AppointmentRef) =>
  moveAppointment(ctx, ref, {
    verb: 'complete',
    effects: (tx, after) => closeSession(tx, after),
  })
