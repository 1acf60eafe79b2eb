import type { Context } from '#platform/core/context/context.ts'
import { moveAppointment, type AppointmentRef } from './move-appointment.ts'

/** Nobody confirmed the booking in time. Not for callers: the follow-up's timer does it. */
export const expireAppointment = (ctx: Context, ref: AppointmentRef) =>
  moveAppointment(ctx, ref, {
    verb: 'expire',
  })
