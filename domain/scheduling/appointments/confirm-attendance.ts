import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { moveAppointment, type AppointmentRef } from './move-appointment.ts'

/** Records that the family will come. A repeated confirmation changes nothing. */
export const confirmAttendance = (ctx: Context, ref: AppointmentRef) =>
  moveAppointment(ctx, ref, {
    verb: 'confirm-attendance',
    fields: ({ familyConfirmedAt, startsAt }, tx) => {
      if (startsAt <= tx.now)
        throw new DomainError(
          'start_passed',
          'The start has passed, so attendance can no longer be confirmed. Record whether the child came instead.',
        )
      return familyConfirmedAt ? {} : { familyConfirmedAt: tx.now }
    },
  })
