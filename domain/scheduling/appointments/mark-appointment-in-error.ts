import { withdrawUnpaidFee } from '#payments/cancellation-policies/decide-fee.ts'
import type { Context } from '#platform/core/context/context.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { moveAppointment, type AppointmentRef, type Move } from './move-appointment.ts'
import { Appointment } from './schemas.ts'

/** Marks an appointment that was recorded by mistake. It stays readable, occupies no slot and costs nothing. */
export const markAppointmentInError = (
  ctx: Context,
  {
    id,
    version,
    reason,
    keepSlotReserved = false,
    withoutFollowUps = false,
  }: AppointmentRef & Pick<Move, 'keepSlotReserved' | 'withoutFollowUps'> & { reason: string },
) =>
  moveAppointment(
    ctx,
    { id, version },
    {
      verb: 'mark-in-error',
      reason,
      keepSlotReserved,
      withoutFollowUps,
      permission: 'corrections:write',
      fields: () => ({ errorReason: reason }),
      effects: async (tx, after) => {
        await withdrawUnpaidFee(tx, fromJson(Appointment.shape.fee, after.fee))
      },
    },
  )
