import { assertInCare } from '#people/children/rules.ts'
import { consentsHeld, type ConsentsHeld } from '#people/consents/rules.ts'
import { invalid, invalidReference } from '#platform/core/errors/errors.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { ProviderStatus } from '#organization/providers/provider-status.ts'
import type { Offer } from '#organization/services/rules.ts'
import type { LocationPrice, ProviderOverride } from '#organization/services/schemas.ts'
import type { CalendarRow, LocationFacts } from './location-facts.ts'
import type { Search } from './search.ts'

/** Maximum number of providers per search. */
const MOST_PROVIDERS = 100

export interface ServiceRow extends Offer {
  id: string
  currency: string
  capacity: number
  roomRequired: boolean
  equipment: string[]
  providerIds: string[]
  providerOverrides: Record<string, ProviderOverride>
  locationPrices: Record<string, LocationPrice>
  /** The consents of the child that the service requires. */
  consents: ConsentsHeld | null
}

export interface ProviderRow {
  id: string
  locationIds: string[]
  status: ProviderStatus
  calendar: CalendarRow[] | null
}

export interface Configuration {
  /** In the order of the search. */
  services: ServiceRow[]
  providers: ProviderRow[]
  locations: LocationFacts[]
}

/** Loads the centre's configuration in one round trip. Refuses unknown ids. */
export const loadConfiguration = async (reader: Reader, search: Search): Promise<Configuration> => {
  const { serviceIds, providerIds = [], locationIds = [], childId = null } = search
  const { tenantId } = reader
  const [found, named, locations, children] = await Promise.all([
    reader.sql<ServiceRow>(SERVICES, [tenantId, [...new Set(serviceIds)], childId]),
    reader.sql<ProviderRow & { isThere: boolean }>(providerIds.length > 0 ? NAMED : ANY, [
      tenantId,
      providerIds,
      locationIds,
      MOST_PROVIDERS + 1,
    ]),
    reader.sql<LocationFacts>(LOCATIONS, [tenantId, locationIds]),
    childId ? reader.sql<{ dischargedAt: Date | null }>(CHILD, [tenantId, childId]) : [IN_CARE],
  ])
  const [child] = children
  if (!child) throw invalidReference('childId', 'child')
  assertInCare(child, new Date(search.range.from))
  const services = serviceIds.map((id, index) => {
    const service = found.find((one) => one.id === id)
    if (!service) throw invalidReference(`serviceIds.${index}`, 'service')
    return childId ? service : { ...service, consents: null }
  })
  assertFound('locationIds', 'location', locationIds, locations)
  assertFound('providerIds', 'provider', providerIds, named)
  const providers = named.filter(({ isThere }) => isThere)
  if (providers.length > MOST_PROVIDERS) {
    throw invalid(
      'providerIds',
      'too_many',
      `More than ${MOST_PROVIDERS} providers match. Send providerIds or locationIds.`,
    )
  }
  return { services, providers, locations }
}

const assertFound = (
  path: string,
  entity: string,
  ids: readonly string[],
  found: readonly { id: string }[],
) => {
  const missing = ids.findIndex((id) => !found.some((row) => row.id === id))
  if (missing >= 0) throw invalidReference(`${path}.${missing}`, entity)
}

export const SERVICES = `
  SELECT id, currency, capacity, duration_minutes AS "durationMinutes",
         buffer_before_minutes AS "bufferBeforeMinutes", buffer_after_minutes AS "bufferAfterMinutes",
         start_every_minutes AS "startEveryMinutes", lead_time_minutes AS "leadTimeMinutes",
         horizon_days AS "horizonDays", daily_cap AS "dailyCap", requires_confirmation AS "requiresConfirmation",
         amount_minor AS "amountMinor", room_required AS "roomRequired", equipment,
         provider_ids AS "providerIds", provider_overrides AS "providerOverrides",
         location_prices AS "locationPrices", ${consentsHeld('$1', '$3', 'required_consents')} AS consents
  FROM services WHERE tenant_id = $1 AND id = ANY ($2) AND archived_at IS NULL`

const IS_THERE = `(cardinality($3::text[]) = 0 OR cardinality(location_ids) = 0 OR location_ids && $3)`

const NAMED = `
  SELECT id, location_ids AS "locationIds", status, calendar, ${IS_THERE} AS "isThere" FROM providers
  WHERE tenant_id = $1 AND archived_at IS NULL AND id = ANY ($2) ORDER BY id LIMIT $4`

/** Providers who are not approved are shown only if explicitly requested, with the obstacle. */
const ANY = `
  SELECT id, location_ids AS "locationIds", status, calendar, true AS "isThere" FROM providers
  WHERE tenant_id = $1 AND archived_at IS NULL AND cardinality($2::text[]) = 0 AND ${IS_THERE}
    AND status IN ('APPROVED', 'SUSPENDED')
  ORDER BY id LIMIT $4`

const LOCATIONS = `
  SELECT id, time_zone AS "timeZone", hours, (SELECT closures FROM tenants WHERE tenant_id = $1) AS closures FROM locations
  WHERE tenant_id = $1 AND archived_at IS NULL AND (cardinality($2::text[]) = 0 OR id = ANY ($2))
  ORDER BY id`

/** A search without a child. */
const IN_CARE = { dischargedAt: null }

const CHILD = `SELECT discharged_at AS "dischargedAt" FROM children WHERE tenant_id = $1 AND id = $2 AND archived_at IS NULL`
