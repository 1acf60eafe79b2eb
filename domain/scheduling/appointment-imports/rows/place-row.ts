import { assertApproved } from '../../appointments/assert-approved.ts'
import { prepareBooking } from '../../appointments/prepare-booking.ts'
import { announceBooking } from '../../appointments/create-appointment.ts'
import { freshSlot, insertAppointment, type SlotRow } from '../../appointments/book-slot.ts'
import { ofChild } from '#people/children/of-child.ts'
import { assertInCare } from '#people/children/rules.ts'
import { assertConsents } from '#people/consents/rules.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { reportReleased } from '../../holds/report-released.ts'
import type { Wanted } from './wanted.ts'

const BEFORE = 'Before the import'

/**
 * Writes an appointment that was agreed elsewhere, without checking hours, notice, grid and caps. It checks
 * double booking and, for future appointments, consents and whether the provider is approved.
 */
export const placeRow = async (
  tx: Transaction,
  wanted: Wanted & { importId: string },
  /** Called with the slot before it is written. */
  tried: (slot: SlotRow) => void,
): Promise<SlotRow> => {
  const { status, durationMinutes, startsAt } = wanted
  const facts = await prepareBooking(tx, wanted)
  if (status === 'CONFIRMED') {
    assertApproved(facts.providerStatus)
    assertInCare(facts, startsAt)
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
  // Past appointments get no reminders or fees and need no action. Families are not asked for forms because of
  // an import.
  if (status === 'CONFIRMED')
    await announceBooking(tx, ofChild(row), { ...facts, requiredForms: [] })
  await reportReleased(tx, facts.released, 'EXPIRED')
  return row
}
