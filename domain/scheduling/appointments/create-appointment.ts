import type { Context } from '#platform/core/context/context.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { requestMissingForms } from '#clinical/form-responses/request-missing-forms.ts'
import { bookHold } from '../holds/book-hold.ts'
import { reportReleased } from '../holds/report-released.ts'
import { completing } from './complete-appointment.ts'
import { moveLocked } from './move-appointment.ts'
import type { BookingFacts } from './prepare-booking.ts'
import { placeOf } from '#organization/locations/place-facts.ts'
import { timesOf } from './times-of.ts'
import { bookSlot } from './book-slot.ts'
import {
  toAppointment,
  type Appointment,
  type AppointmentRow,
  type CreateAppointment,
} from './schemas.ts'
import { appointmentEvents } from './events.ts'
import { appointmentLifecycleWorkflow } from './workflows.ts'

/**
 * Books an appointment or a hold. Rules of availability refuse what the centre does not offer, and exclusion
 * constraints refuse overlaps with `slot_taken`.
 */
export const createAppointment = (
  ctx: Context,
  { holdId, ...input }: CreateAppointment & { seriesId?: string },
): Promise<Appointment> =>
  transact(ctx, 'appointments:write', async (tx) => {
    const { row, facts } = holdId ? await bookHold(tx, holdId, input) : await bookSlot(tx, input)
    const isEntered = row.lateEntry
    // Families are not asked for forms for a visit that took place.
    await announceBooking(tx, row, isEntered ? { ...facts, requiredForms: [] } : facts)
    await reportReleased(tx, facts.released, 'EXPIRED')
    return isEntered ? moveLocked(tx, row, completing) : toAppointment(row)
  })

/** Sends the event of a booking and starts its workflow. */
export const announceBooking = async (
  tx: Transaction,
  row: AppointmentRow,
  facts: Pick<BookingFacts, 'serviceCode' | 'tenantCurrency' | 'requiredForms'>,
): Promise<void> => {
  const subject = { type: 'appointment', id: row.id } as const
  tx.emit(appointmentEvents['booking.created'], subject, {
    bookingId: row.id,
    appointmentId: row.id,
    childId: row.childId,
    service: row.type,
    serviceCode: facts.serviceCode,
    amount: row.amountMinor ?? 0,
    priceKnown: row.amountMinor !== null,
    currency: row.currency ?? facts.tenantCurrency,
    providerId: row.providerId,
    ...placeOf(row),
    ...timesOf(row),
    status: row.status === 'PENDING_CONFIRMATION' ? row.status : 'CONFIRMED',
  })
  tx.start(appointmentLifecycleWorkflow, row.id)
  await requestMissingForms(tx, row, facts.requiredForms)
}
