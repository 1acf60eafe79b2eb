import type { Context } from '../core/context.ts'
import {
  appointmentFacts,
  appointmentSubject,
  moveAppointment,
  type AppointmentRef,
} from './transition.ts'

/** The child has arrived. */
export const checkInAppointment = (ctx: Context, ref: AppointmentRef) =>
  moveAppointment(ctx, ref, {
    verb: 'check-in',
    effects: (tx, after) =>
      tx.emit('appointment.checked_in', appointmentSubject(after), appointmentFacts(after)),
  })
