import { freeRoom } from '../availability/rules.ts'
import { assertConsents } from '../consents/rules.ts'
import { newId } from '../core/ids.ts'
import { insertStatement } from '../core/insert.ts'
import type { Transaction } from '../core/transaction.ts'
import { assertOffered } from './assert-offered.ts'
import { prepareBooking, slotFacts, type BookingFacts } from './booking.ts'
import { slotOf } from './rules.ts'
import type { AppointmentRow, CreateAppointment } from './schemas.ts'

/** What takes a slot, and until when only. */
export type Placement = Omit<CreateAppointment, 'holdId'> & {
  heldUntil?: Date
  seriesId?: string
}

/** Writes an appointment, or a hold, into its slot. The exclusion constraints refuse what overlaps. */
export const placeAppointment = async (
  tx: Transaction,
  { heldUntil, override, ...input }: Placement,
): Promise<{ row: AppointmentRow; facts: BookingFacts }> => {
  const facts = await prepareBooking(tx, input)
  const { providerId, startsAt } = input
  assertConsents(facts.consents, startsAt)
  const rules = {
    ...facts,
    ...(input.durationMinutes && { durationMinutes: input.durationMinutes }),
  }
  const slot = await slotFacts(tx, facts, providerId, {
    startsAt,
    roomId: input.roomId ?? null,
    rules,
  })
  await assertOffered(tx, slot, { startsAt, override }, elsewhere(input, facts))

  const row: AppointmentRow = {
    tenantId: tx.tenantId,
    id: newId('appointment'),
    childId: input.childId,
    providerId,
    serviceId: facts.serviceId,
    locationId: facts.locationId,
    roomId: input.roomId ?? freeRoom(startsAt.getTime(), slot)?.id ?? null,
    type: input.type,
    status: heldUntil ? 'HELD' : facts.requiresConfirmation ? 'PENDING_CONFIRMATION' : 'CONFIRMED',
    ...slotOf({ startsAt, ...rules }),
    zone: facts.zone,
    seriesId: input.seriesId ?? null,
    notes: input.notes ?? null,
    amountMinor: facts.amountMinor,
    currency: facts.currency,
    cancellation: null,
    absentParty: null,
    errorReason: null,
    declineReason: null,
    fee: null,
    feeWaiverReason: null,
    heldUntil: heldUntil ?? null,
    override: override ?? null,
    statusChangedAt: tx.now,
    createdAt: tx.now,
    updatedAt: tx.now,
    version: 1,
    provider: { id: providerId, name: facts.providerName },
  }
  tx.atCommit(INSERT, [
    row.tenantId,
    row.id,
    row.childId,
    row.providerId,
    row.serviceId,
    row.locationId,
    row.roomId,
    row.type,
    row.status,
    row.startsAt,
    row.endsAt,
    row.busyFrom,
    row.busyUntil,
    row.zone,
    row.seriesId,
    row.notes,
    row.amountMinor,
    row.currency,
    row.heldUntil,
    row.override,
    row.statusChangedAt,
    row.createdAt,
    row.updatedAt,
  ])
  const { provider: _, ...recorded } = row
  tx.audit({ type: 'appointment', id: row.id }, undefined, recorded)
  return { row, facts }
}

const elsewhere = (
  { childId, providerId, durationMinutes }: Placement,
  { serviceId, locationId }: BookingFacts,
) => ({
  serviceIds: serviceId ? [serviceId] : [],
  providerIds: [providerId],
  locationIds: [locationId],
  childId,
  ...(durationMinutes && { durationMinutes }),
})

const INSERT = insertStatement('appointments', [
  'tenant_id',
  'id',
  'child_id',
  'provider_id',
  'service_id',
  'location_id',
  'room_id',
  'type',
  'status',
  'starts_at',
  'ends_at',
  'busy_from',
  'busy_until',
  'zone',
  'series_id',
  'notes',
  'amount_minor',
  'currency',
  'held_until',
  'override',
  'status_changed_at',
  'created_at',
  'updated_at',
])
