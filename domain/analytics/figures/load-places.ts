import { Temporal } from 'temporal-polyfill'
import { invalidReference } from '#platform/core/errors/errors.ts'
import { loadDefaultTimeZone } from '#organization/tenants/queries.ts'
import { dateIn } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { Span } from '../families/family.ts'
import type { Days } from './periods.ts'

/** The locations of counted records. */
export interface Places {
  locations: { id: string; name: string; timeZone: string }[]
  /** The ids of those that are not archived. */
  inUse: readonly string[]
  /** The time zone for records without a location; null if these do not count. */
  elsewhere: string | null
}

/** The visible locations, limited to the requested ones. */
export const loadPlaces = async (
  reader: Reader,
  wanted: readonly string[] | undefined,
): Promise<Places> => {
  const own = reader.actor.locationIds ?? null
  const [rows, timeZone] = await Promise.all([
    reader.sql<Places['locations'][number] & { isInUse: boolean }>(LOCATIONS, [
      reader.tenantId,
      own,
      wanted ?? null,
    ]),
    loadDefaultTimeZone(reader),
  ])
  const locations = rows.map(({ isInUse: _, ...location }) => location)
  const inUse = rows.filter(({ isInUse }) => isInUse).map(({ id }) => id)
  if (wanted?.some((id) => locations.every((it) => it.id !== id)))
    throw invalidReference('locationId', 'location')
  return { locations, inUse, elsewhere: own || wanted ? null : timeZone }
}

/** Days at these places, as a database parameter. */
export const spansOf = (
  { locations, elsewhere }: Places,
  { startsOn, endsOn }: Days,
  now: Date,
): Span[] => {
  const days = {
    starts_on: startsOn,
    ends_on: Temporal.PlainDate.from(endsOn).add({ days: 1 }).toString(),
  }
  const at = (id: string, timeZone: string): Span => ({
    location_id: id,
    time_zone: timeZone,
    today: dateIn(now, timeZone),
    ...days,
  })
  return [
    ...locations.map(({ id, timeZone }) => at(id, timeZone)),
    ...(elsewhere === null ? [] : [at('', elsewhere)]),
  ]
}

const LOCATIONS = `
  SELECT id, name, time_zone AS "timeZone", archived_at IS NULL AS "isInUse" FROM locations
  WHERE tenant_id = $1 AND ($2::text[] IS NULL OR id = ANY ($2)) AND ($3::text[] IS NULL OR id = ANY ($3))
  ORDER BY name, id`
