import { offerAlternatives } from '../availability/offer-alternatives.ts'
import { freeRoom } from '../availability/rules.ts'
import { assertInCare } from '#people/children/rules.ts'
import { assertConsents } from '#people/consents/rules.ts'
import { placingOf } from '#organization/services/places-of-service.ts'
import { violated } from '#platform/core/errors/database-errors.ts'
import { newId, subjectOf } from '#platform/core/records/ids.ts'
import { jsonText } from '#platform/core/sql/insert-into.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { assertOffered } from './assert-offered.ts'
import { assertTookPlace } from './assert-took-place.ts'
import { prepareBooking, slotFacts, type BookingFacts } from './prepare-booking.ts'
import { slotOf } from '../slots/rules.ts'
import {
  LATE_ENTRY,
  type AppointmentRow,
  type CreateAppointment,
  type NewOverride,
  type Override,
} from './schemas.ts'
import { ofChild } from '#people/children/of-child.ts'

/** What occupies a slot, and for how long. */
export type Placement = Omit<CreateAppointment, 'holdId'> & {
  heldUntil?: Date
  seriesId?: string
}

/** A row of `appointments`. For a group, it has no child. */
export type SlotRow = Omit<AppointmentRow, 'childId'> & { childId: string | null }

/** Writes an appointment or a hold into its slot. The exclusion constraints refuse overlaps. */
export const bookSlot = async (
  tx: Transaction,
  input: Placement,
): Promise<{ row: AppointmentRow; facts: BookingFacts }> => {
  const { row, facts } = await takeSlot(tx, input)
  return { row: ofChild(row), facts }
}

/** Writes a slot for an appointment, a hold, or a group without a child. */
export const takeSlot = async (
  tx: Transaction,
  { heldUntil, override, ...input }: Omit<Placement, 'childId'> & { childId: string | null },
): Promise<{ row: SlotRow; facts: BookingFacts }> => {
  const { providerId, startsAt } = input
  const facts = await prepareBooking(tx, input, { newStart: startsAt })
  assertInCare(facts, startsAt)
  offerAlternatives(tx, elsewhere(input, facts), startsAt)
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
  const isGroup = input.childId === null
  const isLateEntry = !isGroup && !heldUntil && (override?.rules.includes(LATE_ENTRY) ?? false)
  assertOffered(tx, slot, { startsAt, override, isLateEntry })
  if (isLateEntry) await assertTookPlace(tx, slotOf({ ...rules, startsAt }))
  if (facts.isTaken) throw violated('appointments_provider_free')

  const row: SlotRow = {
    ...freshSlot(tx, input, { ...facts, ...rules }),
    ...placingOf(facts.placing, input),
    meetingUrl: input.meetingUrl ?? null,
    roomId: input.roomId ?? freeRoom(startsAt.getTime(), slot)?.id ?? null,
    status: heldUntil
      ? 'HELD'
      : facts.requiresConfirmation && !isGroup && !isLateEntry
        ? 'PENDING_CONFIRMATION'
        : 'CONFIRMED',
    capacity: isGroup ? facts.capacity : null,
    seriesId: input.seriesId ?? null,
    holdId: heldUntil ? newId('hold') : null,
    heldUntil: heldUntil ?? null,
    override: override ? lasting(override) : null,
    lateEntry: isLateEntry,
  }
  await (isLateEntry ? insertNow(tx, row) : insertAppointment(tx, row))
  return { row, facts }
}

/** The override as it is kept: the rules of availability that it set aside. For a visit in the past, that is its notice. */
const lasting = ({ rules, reason }: NewOverride): Override => ({
  rules: [...new Set(rules.map((rule) => (rule === LATE_ENTRY ? 'too_soon' : rule)))],
  reason,
})

/** The row of a new confirmed appointment or group, with the values of its service. */
export const freshSlot = (
  tx: Transaction,
  {
    childId,
    providerId,
    roomId,
    startsAt,
    notes,
  }: Pick<Placement, 'providerId' | 'startsAt'> & {
    childId: string | null
    roomId?: string | null
    notes?: string | null
  },
  facts: BookingFacts,
): SlotRow => ({
  tenantId: tx.tenantId,
  id: newId(childId === null ? 'groupAppointment' : 'appointment'),
  childId,
  providerId,
  serviceId: facts.serviceId,
  locationId: facts.locationId,
  roomId: roomId ?? null,
  type: facts.type,
  status: 'CONFIRMED',
  capacity: null,
  groupId: null,
  seat: null,
  ...slotOf({ ...facts, startsAt }),
  timeZone: facts.timeZone,
  seriesId: null,
  importId: null,
  notes: notes ?? null,
  amountMinor: facts.amountMinor,
  currency: facts.currency,
  cancellation: null,
  absentParty: null,
  errorReason: null,
  declineReason: null,
  fee: null,
  feeWaiverReason: null,
  holdId: null,
  heldUntil: null,
  override: null,
  lateEntry: false,
  familyConfirmedAt: null,
  ...facts.placing,
  meetingUrl: null,
  // The database sets this for bookings made with break-glass access.
  byGlass: false,
  statusChangedAt: tx.now,
  createdAt: tx.now,
  updatedAt: tx.now,
  version: 1,
  provider: { id: providerId, name: facts.providerName, meetingUrl: facts.providerMeetingUrl },
})

/** Writes the row at commit, and announces it. */
export const insertAppointment = (tx: Transaction, row: SlotRow): void => {
  tx.insertAtCommit('appointments', columnsOf(row))
  announceRow(tx, row)
}

/** Writes the row at once, because the same transaction completes it. */
const insertNow = async (tx: Transaction, row: SlotRow): Promise<void> => {
  await tx.insert('appointments', columnsOf(row))
  announceRow(tx, row)
}

const columnsOf = ({ provider: _, ...recorded }: SlotRow) => ({
  ...recorded,
  cancellation: jsonText(recorded.cancellation),
  override: jsonText(recorded.override),
  fee: jsonText(recorded.fee),
})

const announceRow = (tx: Transaction, { provider: _, ...recorded }: SlotRow): void =>
  tx.created(subjectOf(recorded.holdId ?? recorded.id)!, recorded)

const elsewhere = (
  {
    childId,
    providerId,
    durationMinutes,
  }: Pick<Placement, 'providerId' | 'durationMinutes'> & {
    childId: string | null
  },
  { serviceId, locationId }: BookingFacts,
) => ({
  serviceIds: serviceId ? [serviceId] : [],
  providerIds: [providerId],
  locationIds: [locationId],
  childId,
  ...(durationMinutes && { durationMinutes }),
})
