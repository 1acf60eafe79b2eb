import { TAKES_SLOT } from '../slots/appointment-status.ts'
import { consentsHeld, missingConsents, type ConsentsHeld } from '#people/consents/rules.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { liveAt } from './live-at.ts'
import type { Search } from './search.ts'

/** A group for a requested service that has a free place for the child. */
interface JoinableGroup {
  id: string
  serviceId: string
  providerId: string
  locationId: string
  timeZone: string
  startsAt: Date
  endsAt: Date
  placesLeft: number
  amount: number | null
  currency: string | null
}

/** Whether the service has groups; a search for other services finds none. */
export const isForGroups = ({ capacity }: { capacity: number }): boolean => capacity > 1

/** The groups that the child can join: a place is free, the child has time, and the consents are in force. */
export const joinableGroups = async (
  reader: Reader,
  { serviceIds, providerIds = [], locationIds = [], childId = null, range, moving }: Search,
): Promise<JoinableGroup[]> => {
  // An appointment that moves keeps its provider, so groups do not apply.
  if (moving || serviceIds.length === 0) return []
  const groups = await reader.sql<JoinableGroup & { consents: ConsentsHeld | null }>(GROUPS, [
    reader.tenantId,
    serviceIds,
    providerIds,
    locationIds,
    new Date(Math.max(range.from, reader.now.getTime() + 1)),
    new Date(range.until),
    childId,
    reader.now,
  ])
  return groups
    .filter(({ consents, startsAt }) => missingConsents(consents, startsAt).length === 0)
    .map(({ consents: _, ...group }) => group)
}

const GROUPS = `
  SELECT * FROM (
    SELECT g.id, g.service_id AS "serviceId", g.provider_id AS "providerId", g.location_id AS "locationId", g.time_zone AS "timeZone",
           g.starts_at AS "startsAt", g.ends_at AS "endsAt", g.amount_minor AS amount, g.currency,
           g.capacity - (SELECT count(*)::int FROM appointments p WHERE p.tenant_id = $1 AND p.group_id = g.id
                           AND p.status IN ${TAKES_SLOT}) AS "placesLeft",
           CASE WHEN $7::text IS NOT NULL THEN ${consentsHeld('$1', '$7', 's.required_consents')} END AS consents
    FROM services s
    JOIN appointments g ON g.tenant_id = $1 AND g.service_id = s.id AND g.capacity IS NOT NULL
      AND g.status = 'CONFIRMED' AND g.starts_at >= $5 AND g.starts_at < $6
    JOIN providers p ON p.tenant_id = $1 AND p.id = g.provider_id AND p.status = 'APPROVED'
    WHERE s.tenant_id = $1 AND s.id = ANY ($2) AND s.capacity > 1
      AND (cardinality($3::text[]) = 0 OR g.provider_id = ANY ($3))
      AND (cardinality($4::text[]) = 0 OR g.location_id = ANY ($4))
      AND NOT EXISTS (SELECT FROM appointments a WHERE a.tenant_id = $1 AND a.child_id = $7 AND ${liveAt('$8')}
                        AND a.starts_at > g.starts_at - interval '24 hours' AND a.starts_at < g.ends_at
                        AND a.ends_at > g.starts_at)
  ) joinable
  WHERE "placesLeft" > 0 ORDER BY "startsAt", id`
