import type { Context } from '../core/context.ts'
import {
  appointmentFacts,
  appointmentSubject,
  moveAppointment,
  type AppointmentRef,
} from './transition.ts'

/** The appointment should never have been recorded. It stays readable and takes no slot. */
export const markAppointmentInError = (
  ctx: Context,
  { id, version, reason }: AppointmentRef & { reason: string },
) =>
  moveAppointment(
    ctx,
    { id, version },
    {
      verb: 'mark-in-error',
      permission: 'corrections:write',
      fields: () => ({ errorReason: reason }),
      effects: (tx, after) =>
        tx.emit('appointment.entered_in_error', appointmentSubject(after), appointmentFacts(after)),
    },
  )
