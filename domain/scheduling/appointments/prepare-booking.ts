import { liveAt } from '../availability/live-at.ts'
import { loadRooms, suits, type Room } from '../availability/load-rooms.ts'
import {
  epochMs,
  hoursOf,
  type CalendarRow,
  type LocationFacts,
} from '../availability/location-facts.ts'
import type { Facts } from '../availability/rules.ts'
import { consentsHeld, heldUntil, type ConsentsHeld } from '#people/consents/rules.ts'
import { invalid, missing } from '#platform/core/errors/errors.ts'
import { referenceError } from '#platform/core/records/references.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { ReleasedHold } from '../holds/report-released.ts'
import { expireHolds } from '../holds/expire-holds.ts'
import type { ProviderStatus } from '#organization/providers/provider-status.ts'
import type { AppointmentType } from '#organization/services/appointment-type.ts'
import { offerOf, WITHOUT_SERVICE, type Offer } from '#organization/services/rules.ts'
import type { LocationPrice, ProviderOverride } from '#organization/services/schemas.ts'
import type { Placing } from '#organization/services/places-of-service.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import type { Referable } from '#vocabulary/resources.ts'

/** The records that a booking names. */
export interface BookingRequest {
  /** Null for a group, whose places have children. */
  childId: string | null
  providerId: string
  /** By default the type of the service. If given, it must match. */
  type?: AppointmentType
  /** By default the centre's service for the type; null books without a service. */
  serviceId?: string | null
  locationId?: string | null
  roomId?: string | null
}

/** Converts a row to a request. The type is omitted, because the service's may have changed. */
export const requestOf = ({
  type,
  ...row
}: BookingRequest & { type: AppointmentType }): BookingRequest =>
  row.serviceId ? row : { ...row, type }

/** The data of the records that a booking names. */
export interface BookingFacts extends Offer {
  providerName: string
  providerMeetingUrl: string | null
  providerStatus: ProviderStatus
  locationId: string
  timeZone: string
  type: AppointmentType
  serviceId: string | null
  serviceCode: string | null
  currency: string | null
  /** For each required consent, until when the child has it. */
  consents: ConsentsHeld | null
  /** The forms that the child's guardians must submit before the visit. */
  requiredForms: string[]
  /** The centre's currency, for bookings that have no price of their own. */
  tenantCurrency: string
  /** What a room must have if none is given; null if no room is needed. */
  roomNeeds: { capacity: number; equipment: string[] } | null
  /** How and where the service is given. */
  placing: Placing
  /** The maximum number of children of the service. */
  capacity: number
  location: LocationFacts
  calendar: CalendarRow[] | null
  /** Expired holds that this transaction has released, for `reportReleased`. */
  released: ReleasedHold[]
  /** When the child's care ends; null if the child is in care. */
  dischargedAt: Date | null
  /** Whether the start was already taken, so that nothing is locked and the booking must be refused. */
  isTaken: boolean
}

interface Preparation {
  /** The children of a group that moves. */
  attendees?: readonly string[]
  /** The start of a new slot: if the provider's is taken, there is no need to queue for it. */
  newStart?: Date
}

/**
 * Locks the provider, the room and the child, and then reads the records of the booking. A common order of
 * locks turns a rush for a slot into a queue instead of a deadlock; the exclusion constraints decide
 * (docs/decisions/0005).
 */
export const prepareBooking = async (
  tx: Transaction,
  request: BookingRequest,
  { attendees = [], newStart }: Preparation = {},
): Promise<BookingFacts> => {
  const { childId, providerId, roomId } = request
  const resources = [childId, providerId, roomId, ...attendees]
    .filter((id) => typeof id === 'string')
    .toSorted()
  const [found] = await tx.sql<Found>(LOCK_AND_FIND, [
    resources,
    tx.tenantId,
    childId,
    providerId,
    request.serviceId ?? null,
    request.serviceId === undefined ? (request.type ?? null) : null,
    request.locationId ?? null,
    roomId ?? null,
    tx.now,
    newStart ?? null,
  ])
  const unknown = unknownOf(request, found!)
  if (unknown) throw await referenceError(tx, ...unknown)
  const facts = accept(request, found!)
  const expired = found!.expiredHolds
  return expired && !facts.isTaken ? { ...facts, released: await expireHolds(tx, expired) } : facts
}

/** The first record of a booking that does not exist, or is archived. */
const unknownOf = (
  { childId, providerId, serviceId, locationId, roomId }: BookingRequest,
  found: Found,
): [entity: Referable, reference: [path: string, id: string]] | undefined => {
  if (childId && !found.childFound) return ['child', ['childId', childId]]
  if (found.providerName === null) return ['provider', ['providerId', providerId]]
  if (serviceId && !found.service) return ['service', ['serviceId', serviceId]]
  if (locationId && !found.location) return ['location', ['locationId', locationId]]
  if (roomId && !found.room) return ['room', ['roomId', roomId]]
  return undefined
}

const accept = (request: BookingRequest, found: Found): BookingFacts => {
  const { service, location } = found
  const type = typeOf(request, service)
  if (!location) {
    throw invalid('locationId', 'required', 'The provider has no location. Send locationId.')
  }
  if (found.providerLocationIds.length > 0 && !found.providerLocationIds.includes(location.id)) {
    throw invalid(
      'locationId',
      'provider_not_at_location',
      'The provider does not work at this location. Choose another provider or location.',
    )
  }
  if (service && !service.mayPerform) {
    throw invalid(
      'providerId',
      'provider_does_not_perform',
      'The provider does not perform this service. Choose another provider or service.',
    )
  }
  assertRoom(request, found, location)
  const offer = service ? offerOf(service, service.own, service.price) : WITHOUT_SERVICE
  return {
    ...offer,
    providerName: found.providerName!,
    providerMeetingUrl: found.providerMeetingUrl,
    providerStatus: found.providerStatus!,
    locationId: location.id,
    timeZone: location.timeZone,
    type,
    serviceId: service?.id ?? null,
    serviceCode: service?.code ?? null,
    currency: offer.amountMinor === null ? null : (service?.currency ?? null),
    tenantCurrency: found.tenantCurrency,
    consents: request.childId ? found.consents : null,
    requiredForms: service?.requiredForms ?? [],
    placing: {
      modality: service?.modality ?? 'IN_PERSON',
      placeOfService: service?.placeOfService ?? null,
    },
    capacity: service?.capacity ?? 1,
    roomNeeds: service?.roomRequired ? service : null,
    location,
    calendar: found.calendar,
    released: [],
    dischargedAt: found.dischargedAt,
    isTaken: found.isTaken,
  }
}

const typeOf = ({ type }: BookingRequest, service: FoundService | null): AppointmentType => {
  if (service && type && type !== service.appointmentType) {
    throw invalid(
      'type',
      'mismatch',
      `The type of the service is ${service.appointmentType}. Omit type: the service determines it.`,
    )
  }
  const known = service?.appointmentType ?? type
  if (!known) throw missing('serviceId')
  return known
}

const assertRoom = (
  { roomId }: BookingRequest,
  { room, service }: Found,
  location: LocationFacts,
) => {
  if (!roomId) return
  if (room!.locationId !== location.id) {
    throw invalid(
      'roomId',
      'room_not_at_location',
      'The room is not at this location. Choose another room.',
    )
  }
  if (service?.roomRequired && !suits(room!, service)) {
    throw invalid(
      'roomId',
      'room_unsuitable',
      'The room is too small for the service, or lacks required equipment. Choose another room.',
    )
  }
}

/** Further facts about the booking: its length, and the appointment that moves. */
export interface SlotRequest {
  startsAt: Date
  roomId: string | null
  rules: Pick<Offer, 'durationMinutes' | 'bufferBeforeMinutes' | 'bufferAfterMinutes'>
  movingId?: string
  /** Whether to choose a room if the service needs one and none is given. */
  choosesRoom?: boolean
}

/**
 * The facts about one start for the rules of availability, except double bookings, which the constraints
 * detect. Rooms and the daily count are read only if needed and after the locks, because data read earlier
 * would be outdated by the wait.
 */
export const slotFacts = async (
  tx: Transaction,
  facts: BookingFacts,
  providerId: string,
  { startsAt, roomId, rules, movingId, choosesRoom = !movingId }: SlotRequest,
): Promise<Facts> => {
  const range = { from: startsAt.getTime(), until: startsAt.getTime() + DAY_MS }
  const { roomNeeds, dailyCap, serviceId, location } = facts
  const [rooms, booked] = await Promise.all([
    roomNeeds && !roomId && choosesRoom ? takeRooms(tx, facts, range) : null,
    dailyCap === null
      ? []
      : tx.sql<{ at: number }>(BOOKED, [
          tx.tenantId,
          providerId,
          serviceId,
          startsAt,
          tx.now,
          movingId ?? '',
        ]),
  ])
  return {
    now: tx.now.getTime(),
    timeZone: location.timeZone,
    rules: { ...facts, ...rules },
    providerStatus: facts.providerStatus,
    ...hoursOf(facts.calendar, location, range),
    providerBusy: [],
    childBusy: [],
    consentUntil: heldUntil(facts.consents),
    rooms: rooms && rooms.filter((room) => suits(room, roomNeeds!)),
    booked: booked.map(({ at }) => at),
  }
}

/**
 * Locks the rooms of a location, after the provider and the child and in the order of their ids, and reads when
 * they are occupied.
 */
const takeRooms = async (
  tx: Transaction,
  { location: { id }, released }: BookingFacts,
  range: { from: number; until: number },
): Promise<Room[]> => {
  const [, holds, rooms] = await Promise.all([
    tx.sql(LOCK_ROOMS, [tx.tenantId, id]),
    tx.sql<{ id: string }>(EXPIRED_IN_ROOMS, [tx.tenantId, id, tx.now]),
    loadRooms(tx, { locationIds: [id], range }),
  ])
  if (holds.length > 0)
    released.push(
      ...(await expireHolds(
        tx,
        holds.map((hold) => hold.id),
      )),
    )
  return rooms
}

interface FoundService extends Offer, Placing {
  id: string
  code: string
  appointmentType: AppointmentType
  currency: string
  capacity: number
  roomRequired: boolean
  equipment: string[]
  requiredForms: string[]
  mayPerform: boolean
  own: ProviderOverride | null
  price: LocationPrice | null
}

interface Found {
  childFound: boolean
  dischargedAt: Date | null
  providerName: string | null
  providerMeetingUrl: string | null
  providerStatus: ProviderStatus | null
  providerLocationIds: string[]
  location: LocationFacts | null
  room: { locationId: string; capacity: number; equipment: string[] } | null
  service: FoundService | null
  consents: ConsentsHeld | null
  tenantCurrency: string
  calendar: CalendarRow[] | null
  expiredHolds: string[] | null
  isTaken: boolean
}

/**
 * Locks before it reads anything else, unless the start is taken: in a rush, all who come after the first are
 * refused at once. Locks the child's row, too, so that it sees a discharge that is being recorded. OFFSET 0 makes
 * the few expired holds be found first, by appointments_held, instead of all appointments of the provider, the
 * child or the room.
 */
const LOCK_AND_FIND = `
  WITH start AS MATERIALIZED (
    SELECT EXISTS (SELECT FROM therapy.diary a
      WHERE a.tenant_id = $2 AND a.provider_id = $4 AND a.starts_at = $10::timestamptz AND a.group_id IS NULL
        AND ${liveAt('$9')}) AS taken),
  locked AS MATERIALIZED (
    SELECT count(pg_advisory_xact_lock(hashtextextended(resource, 0))) AS locks
    FROM start CROSS JOIN unnest($1::text[]) AS resource WHERE NOT start.taken),
  child AS MATERIALIZED (
    SELECT c.discharged_at FROM locked CROSS JOIN children c
    WHERE c.tenant_id = $2 AND c.id = $3 AND c.archived_at IS NULL AND locked.locks >= 0 FOR KEY SHARE OF c)
  SELECT start.taken AS "isTaken",
         EXISTS (SELECT FROM child) AS "childFound", (SELECT discharged_at FROM child) AS "dischargedAt",
         p.name AS "providerName", p.meeting_url AS "providerMeetingUrl", p.status AS "providerStatus", COALESCE(p.location_ids, '{}') AS "providerLocationIds",
         p.calendar,
         CASE WHEN l.id IS NOT NULL THEN
           json_build_object('id', l.id, 'timeZone', l.time_zone, 'hours', l.hours, 'closures', t.closures) END AS location,
         CASE WHEN r.id IS NOT NULL THEN
           json_build_object('locationId', r.location_id, 'capacity', r.capacity, 'equipment', r.equipment) END AS room,
         CASE WHEN s.id IS NOT NULL THEN json_build_object(
           'id', s.id, 'code', s.code, 'appointmentType', s.appointment_type, 'durationMinutes', s.duration_minutes,
           'bufferBeforeMinutes', s.buffer_before_minutes, 'bufferAfterMinutes', s.buffer_after_minutes,
           'startEveryMinutes', s.start_every_minutes, 'leadTimeMinutes', s.lead_time_minutes,
           'horizonDays', s.horizon_days, 'dailyCap', s.daily_cap, 'requiresConfirmation', s.requires_confirmation,
           'amountMinor', s.amount_minor, 'currency', s.currency, 'capacity', s.capacity,
           'roomRequired', s.room_required, 'equipment', s.equipment, 'requiredForms', s.required_forms,
           'modality', s.modality, 'placeOfService', s.place_of_service,
           'mayPerform', cardinality(s.provider_ids) = 0 OR $4 = ANY (s.provider_ids),
           'own', s.provider_overrides -> $4, 'price', s.location_prices -> l.id) END AS service,
         t.currency AS "tenantCurrency", ${consentsHeld('$2', '$3', 's.required_consents')} AS consents,
         (SELECT array_agg(h.id) FROM (
            SELECT id, provider_id, child_id, room_id FROM appointments
            WHERE tenant_id = $2 AND status = 'HELD' AND held_until <= $9 OFFSET 0) h
          WHERE h.provider_id = $4 OR h.child_id = ANY ($1) OR h.room_id = $8) AS "expiredHolds"
  FROM start CROSS JOIN locked CROSS JOIN tenants t
  LEFT JOIN providers p ON p.tenant_id = $2 AND p.id = $4 AND p.archived_at IS NULL
  LEFT JOIN services s ON s.tenant_id = $2 AND s.archived_at IS NULL
    AND (s.id = $5::text OR s.default_for_type AND s.appointment_type = $6::appointment_type)
  LEFT JOIN locations l ON l.tenant_id = $2 AND l.archived_at IS NULL
    AND l.id = COALESCE($7::text, p.location_ids[1])
  LEFT JOIN rooms r ON r.tenant_id = $2 AND r.id = $8::text AND r.archived_at IS NULL
  WHERE t.tenant_id = $2 AND (locked.locks > 0 OR start.taken)`

/** A local day in any zone lies within 36 hours before or after. */
const BOOKED = `
  SELECT ${epochMs('a.starts_at')} AS at FROM therapy.diary a
  WHERE a.tenant_id = $1 AND a.provider_id = $2 AND a.service_id = $3
    AND a.starts_at BETWEEN $4::timestamptz - interval '36 hours' AND $4::timestamptz + interval '36 hours'
    AND a.group_id IS NULL AND ${liveAt('$5')} AND a.id <> $6`

const LOCK_ROOMS = `
  SELECT count(pg_advisory_xact_lock(hashtextextended(id, 0)))
  FROM (SELECT id FROM rooms WHERE tenant_id = $1 AND location_id = $2 AND archived_at IS NULL ORDER BY id) r`

const EXPIRED_IN_ROOMS = `
  SELECT id FROM appointments
  WHERE tenant_id = $1 AND location_id = $2 AND room_id IS NOT NULL AND status = 'HELD' AND held_until <= $3`
