import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { moveAppointment, type AppointmentRef } from './move-appointment.ts'

/** Confirms a booking, whose slot is already reserved. */
export const confirmAppointment = (ctx: Context, ref: AppointmentRef) =>
  moveAppointment(ctx, ref, {
    verb: 'confirm',
    fields: ({ startsAt }, tx) => {
      if (startsAt > tx.now) return {}
      throw new DomainError(
        'start_passed',
        'The start has passed, so the appointment can no longer be confirmed. Book a future time.',
      )
    },
  })
