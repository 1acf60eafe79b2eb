import type { Context } from '#platform/core/context/context.ts'
import { closeSession } from '#clinical/sessions/open-session.ts'
import { moveAppointment, type AppointmentRef } from './move-appointment.ts'

/** Completes an appointment and its session, which by default uses the planned times. */
export const completeAppointment = (ctx: Context, ref: AppointmentRef) =>
  moveAppointment(ctx, ref, {
    verb: 'complete',
    effects: (tx, after) => closeSession(tx, after),
  })
