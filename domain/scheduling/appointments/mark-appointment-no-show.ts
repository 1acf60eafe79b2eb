import type { Charging } from '#payments/cancellation-policies/decide-fee.ts'
import { AppointmentFee } from '#payments/cancellation-policies/appointment-fee.ts'
import {
  decideNoShowFee,
  settleFee,
  withdrawServiceOrder,
} from '#payments/cancellation-policies/decide-fee.ts'
import { quoteNoShow } from '#payments/cancellation-policies/quote-cancellation.ts'
import type { Context } from '#platform/core/context/context.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { moveWithOutcome } from './move-with-outcome.ts'
import type { AppointmentOutcome } from './schemas.ts'
import { type AppointmentRef, type Move } from './move-appointment.ts'

interface Absence {
  absentParty: 'CLIENT' | 'PROVIDER'
  /**
   * What the centre's automation does about the fee. By default the fee is charged, as when a person marks the
   * no-show.
   */
  charging?: Charging
}

interface NoShow extends AppointmentRef, Omit<Absence, 'charging'> {
  /** If true, returns the result, including the fee, without changing anything. */
  dryRun?: boolean
}

/** Marks an absent client, whom the policy may charge, or an absent provider. The slot is free. */
export const markAppointmentNoShow = (
  ctx: Context,
  { id, version, dryRun, absentParty }: NoShow,
): Promise<AppointmentOutcome> =>
  transact(ctx, 'appointments:write', (tx) =>
    moveWithOutcome(tx, { id, version, dryRun }, notShowing({ absentParty })),
  )

/** The move of a no-show, including its fee. */
export const notShowing = ({ absentParty, charging = 'CHARGE' }: Absence): Move => ({
  verb: 'no-show',
  fields: async (before, tx) => {
    const quote = await quoteNoShow(tx, before, absentParty)
    return { absentParty, fee: await decideNoShowFee(tx, before, quote, charging) }
  },
  effects: async (tx, after) => {
    const fee = fromJson(AppointmentFee, after.fee)
    // The fee replaces the price of the session.
    if (fee.decision === 'CHARGED') await withdrawServiceOrder(tx, after.id)
    await settleFee(tx, after, fee, 'NO_SHOW_FEE')
  },
})
