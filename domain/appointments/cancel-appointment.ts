import type { Context } from '../core/context.ts'
import { isLateCancellation } from './rules.ts'
import type { CancelAppointment, Cancellation } from './schemas.ts'
import { appointmentSubject, moveAppointment, type AppointmentRef } from './transition.ts'

/** Cancels; says who asked for it and whether it came late. The slot is free at once. */
export const cancelAppointment = (
  ctx: Context,
  { id, version, initiator, reason }: AppointmentRef & CancelAppointment,
) =>
  moveAppointment(
    ctx,
    { id, version },
    {
      verb: 'cancel',
      fields: (before, tx) => ({
        cancellation: {
          initiator,
          reason,
          late: isLateCancellation(before.startsAt, tx.now),
        } satisfies Cancellation,
      }),
      effects: (tx, after, before) =>
        tx.emit('booking.cancelled', appointmentSubject(after), {
          bookingId: after.id,
          childId: after.childId,
          initiator,
          late: isLateCancellation(before.startsAt, tx.now),
        }),
    },
  )
