import { assertApproved } from '../../appointments/assert-approved.ts'
import { prepareBooking } from '../../appointments/prepare-booking.ts'
import { announceBooking } from '../../appointments/create-appointment.ts'
import { freshSlot, insertAppointment, type SlotRow } from '../../appointments/book-slot.ts'
import { ofChild } from '#people/children/of-child.ts'
import { assertConsents } from '#people/consents/rules.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { reportReleased } from '../../holds/report-released.ts'
import type { Wanted } from './wanted.ts'

const BEFORE = 'Before the import'

/**
 * Writes what was agreed elsewhere: hours, notice, grid and caps were somebody else's, so none of them is
 * asked. Who is where at the same time is, and, for future appointments, consent and an approved provider.
 */
export const placeRow = async (
  tx: Transaction,
  wanted: Wanted & { importId: string },
  /** Told of the slot before it is written. */
  tried: (slot: SlotRow) => void,
): Promise<SlotRow> => {
  const { status, durationMinutes, startsAt } = wanted
  const facts = await prepareBooking(tx, wanted)
  if (status === 'CONFIRMED') {
    assertApproved(facts.providerStatus)
    assertConsents(facts.consents, startsAt)
  }
  const row: SlotRow = {
    ...freshSlot(tx, wanted, { ...facts, ...(durationMinutes && { durationMinutes }) }),
    status,
    importId: wanted.importId,
    ...(status === 'NO_SHOW' && { absentParty: 'CLIENT' }),
    ...(status === 'CANCELLED' && {
      cancellation: { initiator: 'ORGANIZATION', reason: BEFORE, late: false },
    }),
  }
  tried(row)
  insertAppointment(tx, row)
  // History has no reminders, no fees, and nobody is to act on it; families are not asked for forms
  // because their centre moved house.
  if (status === 'CONFIRMED')
    await announceBooking(tx, ofChild(row), { ...facts, requiredForms: [] })
  await reportReleased(tx, facts.released, 'EXPIRED')
  return row
}
