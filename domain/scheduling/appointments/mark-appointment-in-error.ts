import type { AppointmentFee } from '#billing/cancellation-policies/fee-schemas.ts'
import { withdrawUnpaidFee } from '#billing/cancellation-policies/fee.ts'
import type { Context } from '#platform/core/context.ts'
import {
  appointmentFacts,
  appointmentSubject,
  moveAppointment,
  type AppointmentRef,
  type Move,
} from './transition.ts'
import { appointmentEvents } from './events.ts'

/** The appointment should never have been recorded. It stays readable, takes no slot and costs no fee. */
export const markAppointmentInError = (
  ctx: Context,
  {
    id,
    version,
    reason,
    keepsSlot = false,
    unfollowed = false,
  }: AppointmentRef & Pick<Move, 'keepsSlot' | 'unfollowed'> & { reason: string },
) =>
  moveAppointment(
    ctx,
    { id, version },
    {
      verb: 'mark-in-error',
      keepsSlot,
      unfollowed,
      permission: 'corrections:write',
      fields: () => ({ errorReason: reason }),
      effects: async (tx, after) => {
        await withdrawUnpaidFee(tx, after.fee as AppointmentFee | null)
        tx.emit(
          appointmentEvents['appointment.entered_in_error'],
          appointmentSubject(after),
          appointmentFacts(after),
        )
      },
    },
  )
