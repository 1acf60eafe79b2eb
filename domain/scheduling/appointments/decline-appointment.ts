import type { Context } from '#platform/core/context/context.ts'
import { moveAppointment, type AppointmentRef } from './move-appointment.ts'

/** Declines a booking. The slot is free immediately. */
export const declineAppointment = (
  ctx: Context,
  { id, version, reason }: AppointmentRef & { reason: string },
) =>
  moveAppointment(
    ctx,
    { id, version },
    {
      verb: 'decline',
      reason,
      fields: () => ({ declineReason: reason }),
    },
  )
