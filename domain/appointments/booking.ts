import { consentsHeld, type ConsentsHeld } from '../consents/rules.ts'
import { invalid, invalidReference } from '../core/errors.ts'
import type { Transaction } from '../core/transaction.ts'
import { DEFAULT_DURATION_MINUTES } from './rules.ts'

/** What a booking names. */
export interface BookingRequest {
  childId: string
  providerId: string
  type: string
  startsAt: Date
  serviceId?: string | null
  locationId?: string | null
  roomId?: string | null
}

/** The records behind a booking, as far as it needs them. */
export interface BookingFacts {
  providerName: string
  locationId: string
  zone: string
  serviceId: string | null
  serviceCode: string | null
  durationMinutes: number
  bufferBeforeMinutes: number
  bufferAfterMinutes: number
  leadTimeMinutes: number
  requiresConfirmation: boolean
  amountMinor: number | null
  currency: string | null
  /** Until when the child has the consents that the service needs, by kind. */
  consents: ConsentsHeld | null
  /** What the centre charges in when the booking has no price of its own. */
  tenantCurrency: string
}

/**
 * Takes the provider, the room and the child for this transaction, then reads what the booking
 * needs. The locks, in one order for everybody, make a rush for one slot a queue instead of a
 * deadlock; the exclusion constraints stay the judge (docs/decisions/0005).
 */
export const prepareBooking = async (
  tx: Transaction,
  request: BookingRequest,
): Promise<BookingFacts> => {
  const { childId, providerId, roomId } = request
  const resources = [childId, providerId, ...(roomId ? [roomId] : [])].toSorted()
  const [facts] = await tx.sql<Found>(LOCK_AND_FIND, [
    resources,
    tx.tenantId,
    childId,
    providerId,
    request.serviceId ?? null,
    request.type,
    request.locationId ?? null,
    roomId ?? null,
  ])
  return accept(request, facts!)
}

const accept = (request: BookingRequest, found: Found): BookingFacts => {
  if (!found.childFound) throw invalidReference('childId', 'child')
  if (found.providerName === null) throw invalidReference('providerId', 'provider')
  if (request.serviceId && !found.serviceId) throw invalidReference('serviceId', 'service')
  if (request.locationId && !found.locationId) throw invalidReference('locationId', 'location')
  if (!found.locationId || !found.zone) {
    throw invalid(
      'locationId',
      'required',
      'The provider has no location: say at which one this takes place.',
    )
  }
  if (
    found.providerLocationIds.length > 0 &&
    !found.providerLocationIds.includes(found.locationId)
  ) {
    throw invalid(
      'locationId',
      'provider_not_at_location',
      'The provider does not work at this location.',
    )
  }
  if (request.roomId && !found.roomLocationId) throw invalidReference('roomId', 'room')
  if (request.roomId && found.roomLocationId !== found.locationId) {
    throw invalid('roomId', 'room_not_at_location', 'The room is not at this location.')
  }
  return {
    ...found,
    providerName: found.providerName,
    locationId: found.locationId,
    zone: found.zone,
    durationMinutes: found.durationMinutes ?? DEFAULT_DURATION_MINUTES,
    bufferBeforeMinutes: found.bufferBeforeMinutes ?? 0,
    bufferAfterMinutes: found.bufferAfterMinutes ?? 0,
    leadTimeMinutes: found.leadTimeMinutes ?? 0,
    requiresConfirmation: found.requiresConfirmation ?? false,
  }
}

/** Refuses a start that has passed, or that leaves less notice than the service asks for. */
export const assertBookableTime = (startsAt: Date, leadTimeMinutes: number, now: Date): void => {
  if (startsAt < now)
    throw invalid('startsAt', 'in_the_past', 'startsAt has passed. Choose a time to come.')
  if (startsAt.getTime() - now.getTime() < leadTimeMinutes * 60_000) {
    throw invalid('startsAt', 'too_soon', `The service needs ${leadTimeMinutes} minutes of notice.`)
  }
}

interface Found {
  childFound: boolean
  providerName: string | null
  providerLocationIds: string[]
  locationId: string | null
  zone: string | null
  roomLocationId: string | null
  serviceId: string | null
  serviceCode: string | null
  durationMinutes: number | null
  bufferBeforeMinutes: number | null
  bufferAfterMinutes: number | null
  leadTimeMinutes: number | null
  requiresConfirmation: boolean | null
  amountMinor: number | null
  currency: string | null
  consents: ConsentsHeld | null
  tenantCurrency: string
}

/** The locks come first: nothing is read before all of them are held. */
const LOCK_AND_FIND = `
  WITH locked AS MATERIALIZED (
    SELECT count(pg_advisory_xact_lock(hashtextextended(resource, 0))) AS locks FROM unnest($1::text[]) AS resource)
  SELECT EXISTS (SELECT FROM children c WHERE c.tenant_id = $2 AND c.id = $3 AND c.archived_at IS NULL) AS "childFound",
         p.name AS "providerName", COALESCE(p.location_ids, '{}') AS "providerLocationIds",
         l.id AS "locationId", l.zone, r.location_id AS "roomLocationId",
         s.id AS "serviceId", s.code AS "serviceCode", s.duration_minutes AS "durationMinutes",
         s.buffer_before_minutes AS "bufferBeforeMinutes", s.buffer_after_minutes AS "bufferAfterMinutes",
         s.lead_time_minutes AS "leadTimeMinutes", s.requires_confirmation AS "requiresConfirmation",
         s.amount_minor AS "amountMinor", s.currency, t.currency AS "tenantCurrency",
         ${consentsHeld('$2', '$3', 's.required_consents')} AS consents
  FROM locked CROSS JOIN tenants t
  LEFT JOIN providers p ON p.tenant_id = $2 AND p.id = $4 AND p.archived_at IS NULL
  LEFT JOIN services s ON s.tenant_id = $2 AND s.archived_at IS NULL
    AND CASE WHEN $5::text IS NULL THEN s.code = $6 ELSE s.id = $5 END
  LEFT JOIN locations l ON l.tenant_id = $2 AND l.archived_at IS NULL
    AND l.id = COALESCE($7::text, p.location_ids[1])
  LEFT JOIN rooms r ON r.tenant_id = $2 AND r.id = $8::text AND r.archived_at IS NULL
  WHERE t.tenant_id = $2 AND locked.locks > 0`
