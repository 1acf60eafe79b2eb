import type { Context } from '#platform/core/context/context.ts'
import { moveAppointment, type AppointmentRef } from './move-appointment.ts'

/** Expires a booking that was not confirmed. The timer of the follow-up calls it, not callers. */
export const expireAppointment = (ctx: Context, ref: AppointmentRef) =>
  moveAppointment(ctx, ref, {
    verb: 'expire',
  })
