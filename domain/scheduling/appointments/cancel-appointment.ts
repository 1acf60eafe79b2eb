import { AppointmentFee } from '#billing/cancellation-policies/appointment-fee.ts'
import { decideFee, feeFacts, settleFee } from '#billing/cancellation-policies/decide-fee.ts'
import { quoteCancellation } from '#billing/cancellation-policies/quote-cancellation.ts'
import type { Context } from '#platform/core/context.ts'
import { fromJson } from '#platform/core/json.ts'
import { authorize } from '#platform/core/permissions.ts'
import { transact, type Reader } from '#platform/core/transaction.ts'
import { scheduledSteps } from '#messaging/follow-ups/queries.ts'
import type { WaitlistMatch } from '../waitlist/waitlist-match.ts'
import { matchesFor } from '../waitlist/matches-for.ts'
import { loadAppointment } from './queries.ts'
import { type CancelAppointment, Cancellation, type CancelledAppointment } from './schemas.ts'
import { placeOf } from '#organization/locations/place-facts.ts'
import {
  appointmentSubject,
  moveAppointment,
  rehearseMove,
  type AppointmentRef,
  type Move,
} from './move-appointment.ts'
import { appointmentEvents } from './events.ts'

interface CancelInput extends AppointmentRef, CancelAppointment {
  /** Answers what would be, fee included, and does nothing. */
  dryRun?: boolean
}

/**
 * Cancels; says who asked for it, whether it came late and what became of the fee. The slot is free at
 * once. A client who cancels late is charged by the policy in force.
 */
export const cancelAppointment = (
  ctx: Context,
  { id, version, dryRun = false, ...input }: CancelInput,
): Promise<CancelledAppointment> =>
  transact(ctx, 'appointments:write', async (tx) => {
    if (input.waiveFee) authorize(tx.actor, 'fee-waivers:write')
    const followUpsStopped = await scheduledSteps(tx, id)
    const waitlist = await waitlistMatches(tx, id)
    const cancel = () => moveAppointment(tx, { id, version }, cancelling(input))
    const cancelled = await (dryRun ? rehearseMove(tx, id, cancel) : cancel())
    return { ...cancelled, dryRun, followUpsStopped, waitlist }
  })

const MOST_TOLD = 10

/** Those on the waitlist who are offered the slot, as the workflow will find them. */
const waitlistMatches = async (reader: Reader, id: string): Promise<WaitlistMatch[]> => {
  const slot = await loadAppointment(reader, id)
  const told: WaitlistMatch[] = []
  // A place in a group is no slot: it goes to who waits for that group.
  if (slot.groupId) return told
  for await (const { entry, serviceId } of matchesFor(reader, slot, { freeing: id })) {
    told.push({ entryId: entry.id, childId: entry.childId, serviceId })
    if (told.length === MOST_TOLD) break
  }
  return told
}

/** The move of a cancellation, its fee included. */
export const cancelling = ({ initiator, reason, waiveFee }: CancelAppointment): Move => ({
  verb: 'cancel',
  reason,
  fields: async (before, tx) => {
    const { late, quote } = await quoteCancellation(tx, before, initiator)
    const fee = await decideFee(tx, before, quote, { waived: waiveFee !== undefined })
    return {
      cancellation: { initiator, reason, late } satisfies Cancellation,
      fee,
      feeWaiverReason: fee.decision === 'WAIVED' ? (waiveFee?.reason ?? null) : null,
    }
  },
  effects: async (tx, after) => {
    const { late } = fromJson(Cancellation, after.cancellation)
    const fee = fromJson(AppointmentFee, after.fee)
    await settleFee(tx, after, fee, 'CANCELLATION_FEE')
    tx.emit(appointmentEvents['booking.cancelled'], appointmentSubject(after), {
      bookingId: after.id,
      childId: after.childId,
      initiator,
      late,
      fee: feeFacts(fee),
      providerId: after.providerId,
      ...placeOf(after),
    })
  },
})
