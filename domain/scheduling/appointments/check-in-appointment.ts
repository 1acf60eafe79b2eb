import type { Context } from '#platform/core/context/context.ts'
import {
  appointmentFacts,
  appointmentSubject,
  moveAppointment,
  type AppointmentRef,
} from './move-appointment.ts'
import { appointmentEvents } from './events.ts'

/** The child has arrived. */
export const checkInAppointment = (ctx: Context, ref: AppointmentRef) =>
  moveAppointment(ctx, ref, {
    verb: 'check-in',
    effects: (tx, after) =>
      tx.emit(
        appointmentEvents['appointment.checked_in'],
        appointmentSubject(after),
        appointmentFacts(after),
      ),
  })
