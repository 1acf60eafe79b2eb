import type { Context } from '#platform/core/context/context.ts'
import { moveAppointment, type AppointmentRef } from './move-appointment.ts'

/** The provider does not take the booking. The slot is free at once. */
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
