import { assertApproved } from '../appointments/assert-approved.ts'
import { prepareBooking, requestOf, type BookingFacts } from '../appointments/prepare-booking.ts'
import { lengthOf } from '../slots/rules.ts'
import type { AppointmentRow, CreateAppointment } from '../appointments/schemas.ts'
import { offerAlternatives } from '../availability/offer-alternatives.ts'
import type { HeldRow } from './of-hold.ts'
import { lockHold } from './queries.ts'
import { assertInCare } from '#people/children/rules.ts'
import { assertConsents } from '#people/consents/rules.ts'
import { DomainError, invalid, invalidReference } from '#platform/core/errors/errors.ts'
import { placingOf } from '#organization/services/places-of-service.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

type Booking = Omit<CreateAppointment, 'holdId'>

/** Turns a hold into its appointment. The row keeps its slot, so nobody can take it meanwhile. */
export const bookHold = async (
  tx: Transaction,
  holdId: string,
  input: Booking,
): Promise<{ row: AppointmentRow; facts: BookingFacts }> => {
  const before = await lockHold(tx, holdId)
  if (!before) throw invalidReference('holdId', 'hold')
  const { id } = before
  assertBookable(tx, before)
  assertSame(before, input)
  const facts = await prepareBooking(tx, requestOf(before))
  assertApproved(facts.providerStatus)
  assertInCare(facts, before.startsAt)
  assertConsents(facts.consents, before.startsAt)
  const after: AppointmentRow = {
    ...before,
    status: facts.requiresConfirmation ? 'PENDING_CONFIRMATION' : 'CONFIRMED',
    notes: input.notes ?? null,
    ...placingOf(before, input),
    meetingUrl: input.meetingUrl ?? null,
    heldUntil: null,
    statusChangedAt: tx.now,
    updatedAt: tx.now,
    version: before.version + 1,
  }
  await tx.sql(BOOK, [
    tx.tenantId,
    id,
    after.status,
    after.notes,
    tx.now,
    after.modality,
    after.placeOfService,
    after.meetingUrl,
  ])
  const { provider: _, ...from } = before
  const { provider: __, ...to } = after
  tx.changed({ type: 'appointment', id }, from, to)
  return { row: after, facts }
}

const assertBookable = (tx: Transaction, hold: HeldRow): void => {
  const { id, status, heldUntil, serviceId, childId, providerId, locationId, startsAt } = hold
  if (status === 'HELD' && heldUntil && heldUntil > tx.now) return
  if (!heldUntil)
    throw new DomainError(
      'hold_booked',
      `The hold has already been booked as ${id}; see \`GET /v1/appointments/{id}\`.`,
    )
  const search = {
    serviceIds: serviceId ? [serviceId] : [],
    providerIds: [providerId],
    locationIds: [locationId],
    childId,
    moving: { id, roomId: hold.roomId, rules: lengthOf(hold) },
  }
  offerAlternatives(tx, search, startsAt)
  throw new DomainError(
    'hold_expired',
    'The hold has expired. Choose another time, or hold this one again if it is still free.',
  )
}

/** A hold is booked unchanged, so the rest of the request must agree with it. */
const assertSame = (hold: AppointmentRow, input: Booking): void => {
  const held = { ...hold, ...lengthOf(hold) }
  const names = [
    'childId',
    'providerId',
    'type',
    'startsAt',
    'serviceId',
    'locationId',
    'roomId',
    'durationMinutes',
  ] as const
  const differing = names.find(
    (name) => input[name] !== undefined && String(input[name]) !== String(held[name]),
  )
  if (!differing) return
  throw invalid(
    differing,
    'mismatch',
    `${differing} differs from the hold. Omit holdId, or create a new hold.`,
  )
}

const BOOK = `
  UPDATE appointments SET status = $3, notes = $4, held_until = NULL, status_changed_at = $5, updated_at = $5,
    modality = $6, place_of_service = $7, meeting_url = $8, version = version + 1
  WHERE tenant_id = $1 AND id = $2`
