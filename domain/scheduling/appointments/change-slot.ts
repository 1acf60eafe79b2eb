import { offerAlternatives } from '../availability/offer-alternatives.ts'
import { freeRoom, type BlockCode } from '../availability/rules.ts'
import { lengthOf, slotOf, type Slot } from '../slots/rules.ts'
import { assertInCare } from '#people/children/rules.ts'
import { assertConsents } from '#people/consents/rules.ts'
import { fromJson, jsonOrNull } from '#platform/core/sql/json.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { assertOffered } from './assert-offered.ts'
import { prepareBooking, requestOf, slotFacts, type BookingFacts } from './prepare-booking.ts'
import type { AppointmentType } from '#organization/services/appointment-type.ts'
import { Appointment, type AppointmentRow, type Override } from './schemas.ts'

/** The parts of a slot that change. Omitted parts stay the same. */
export interface SlotChange {
  startsAt?: Date
  providerId?: string
  serviceId?: string
  locationId?: string
  type?: AppointmentType
  /** Null uses the service's duration. If omitted, it stays the same. */
  durationMinutes?: number | null
  /**
   * Null removes the room. If omitted, it stays the same, except that another location takes a new room if the
   * service needs one.
   */
  roomId?: string | null
  override?: Override | undefined
}

type SlotOwner = Omit<AppointmentRow, 'childId' | 'provider'> & { childId: string | null }

interface ChangedSlot extends Slot {
  providerId: string
  roomId: string | null
}

/**
 * The slot of an appointment or a group that changes. It is checked like a booking, but does not conflict with
 * itself.
 */
export const changeSlot = async (
  tx: Transaction,
  before: SlotOwner,
  { override, ...change }: SlotChange,
  /** The children of a group. */
  attendees: readonly string[] = [],
): Promise<{ slot: ChangedSlot; facts: BookingFacts }> => {
  const wanted = { ...before, ...change }
  const { startsAt, providerId } = wanted
  const elsewhere = wanted.locationId !== before.locationId
  const otherService = wanted.serviceId !== before.serviceId
  if (elsewhere && change.roomId === undefined) wanted.roomId = null
  const named = change.type && { type: change.type }
  const facts = await prepareBooking(tx, { ...requestOf(wanted), ...named }, { attendees })

  const { durationMinutes: length, ...buffers } = lengthOf(before)
  const { durationMinutes = length } = change
  const otherLength = durationMinutes !== length
  const rules = {
    durationMinutes: durationMinutes ?? facts.durationMinutes,
    ...(otherService ? buffersOf(facts) : buffers),
  }
  const choosesRoom = change.roomId === undefined && (elsewhere || otherService)
  const { roomId } = wanted
  const search = {
    serviceIds: facts.serviceId ? [facts.serviceId] : [],
    providerIds: [providerId],
    locationIds: [facts.locationId],
    childId: before.childId,
    moving: { id: before.id, roomId, rules },
  }
  if (change.startsAt) assertInCare(facts, startsAt)
  offerAlternatives(tx, search, startsAt)
  const moved = { startsAt, roomId, rules, movingId: before.id, choosesRoom }
  const asked = await slotFacts(tx, facts, providerId, moved)
  if (change.startsAt || elsewhere || otherService || otherLength || override) {
    assertConsents(facts.consents, startsAt)
    const agreed = change.startsAt ? [] : agreedFor(before, override)
    assertOffered(tx, asked, { startsAt, override, agreed })
  }
  const room = roomId ?? (choosesRoom ? freeRoom(startsAt.getTime(), asked)?.id : null) ?? null
  return { slot: { ...slotOf({ startsAt, ...rules }), providerId, roomId: room }, facts }
}

const buffersOf = ({ bufferBeforeMinutes, bufferAfterMinutes }: BookingFacts) => ({
  bufferBeforeMinutes,
  bufferAfterMinutes,
})

/**
 * Rules that the previous agreement satisfied: a time that does not change was agreed with its provider and
 * overrides, unless these change.
 */
const agreedFor = (before: SlotOwner, override: Override | undefined): readonly BlockCode[] => {
  const setAside = override ? null : fromJson(Appointment.shape.override, before.override)
  return [...AGREED, ...(setAside?.rules ?? [])]
}

const AGREED = [
  'provider_not_approved',
  'provider_suspended',
  'in_the_past',
  'too_soon',
  'too_far_ahead',
  'not_on_grid',
] as const satisfies BlockCode[]

/** The override to store after a change: a new time has its own overrides or none. */
export const overrideOf = ({ startsAt, override }: SlotChange) =>
  override || startsAt ? { override: jsonOrNull(override ?? null) } : {}
