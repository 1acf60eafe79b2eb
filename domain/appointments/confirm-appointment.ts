import type { Context } from '../core/context.ts'
import { DomainError } from '../core/errors.ts'
import {
  appointmentFacts,
  appointmentSubject,
  moveAppointment,
  type AppointmentRef,
} from './transition.ts'

/** The provider takes the booking. Its slot was held until now and stays taken. */
export const confirmAppointment = (ctx: Context, ref: AppointmentRef) =>
  moveAppointment(ctx, ref, {
    verb: 'confirm',
    fields: ({ startsAt }, tx) => {
      if (startsAt > tx.now) return {}
      throw new DomainError('conflict', 'Its start has passed. Book it for a time to come.')
    },
    effects: (tx, after) =>
      tx.emit('appointment.confirmed', appointmentSubject(after), appointmentFacts(after)),
  })
