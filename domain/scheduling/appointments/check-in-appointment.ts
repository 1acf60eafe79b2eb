import type { Context } from '#platform/core/context/context.ts'
import { moveAppointment, type AppointmentRef } from './move-appointment.ts'

/** Records that the child has arrived. */
export const checkInAppointment = (ctx: Context, ref: AppointmentRef) =>
  moveAppointment(ctx, ref, {
    verb: 'check-in',
  })
