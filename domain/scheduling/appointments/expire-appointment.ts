import type { Context } from '#platform/core/context/context.ts'
import { moveAppointment, type AppointmentRef } from './move-appointment.ts'

/** Expires an unconfirmed booking. Called by the follow-up's timer, not by callers. */
export const expireAppointment = (ctx: Context, ref: AppointmentRef) =>
  moveAppointment(ctx, ref, {
    verb: 'expire',
  })
