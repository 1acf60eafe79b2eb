import type { Context } from '#platform/core/context/context.ts'
import { closeSession } from '#clinical/sessions/open-session.ts'
import { moveAppointment, type AppointmentRef, type Move } from './move-appointment.ts'

/** The move that completes an appointment and its session, which by default uses the planned times. */
export const completing: Move = {
  verb: 'complete',
  effects: (tx, after) => closeSession(tx, after),
}

export const completeAppointment = (ctx: Context, ref: AppointmentRef) =>
  moveAppointment(ctx, ref, completing)
