import type { Context } from '../core/context.ts'
import {
  appointmentFacts,
  appointmentSubject,
  moveAppointment,
  type AppointmentRef,
} from './transition.ts'

/** Somebody did not come: the client, or the provider. The slot is free again. */
export const noShowAppointment = (
  ctx: Context,
  { id, version, absentParty }: AppointmentRef & { absentParty: 'CLIENT' | 'PROVIDER' },
) =>
  moveAppointment(
    ctx,
    { id, version },
    {
      verb: 'no-show',
      fields: () => ({ absentParty }),
      effects: (tx, after) =>
        tx.emit('appointment.no_show', appointmentSubject(after), {
          ...appointmentFacts(after),
          absentParty,
        }),
    },
  )
