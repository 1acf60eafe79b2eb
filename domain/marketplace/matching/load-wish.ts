import { invalid, invalidReference } from '#platform/core/errors/errors.ts'
import { localDay, dateOf } from '#platform/core/time/local-time.ts'
import { dateIn } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { SERVICES, type ServiceRow } from '#scheduling/availability/load-configuration.ts'
import type { LocationFacts } from '#scheduling/availability/location-facts.ts'
import { DEFAULT_SETTINGS, type Settings } from '../matching-settings/rules.ts'
import { boundingBox } from './bounding-box.ts'
import { LOOK_AHEAD_MS, type Need, type Wish } from './wish.ts'
import type { MatchInput, MatchTherapists } from './schemas.ts'

/** A location and its distance from the family; null if unknown. */
interface Place extends LocationFacts {
  km: number | null
}

interface CentreRow {
  timeZone: string
  settings: Settings | null
  needs: (Need & { code: string })[]
  service: ServiceRow | null
  places: Place[]
  excluded: string[]
}

interface ChildRow {
  ageMonths: number
  team: { id: string; providerId: string }[]
  treated: { id: string; providerId: string }[]
}

/** A question whose needs are known. */
type Asked = MatchTherapists & Pick<MatchInput, 'needs'>

/** All data for a match about the centre and the child, except for the providers. */
export interface MatchContext {
  settings: Settings
  wish: Wish
  input: MatchInput
  /** Today's date at the centre. */
  today: string
  service: ServiceRow | null
  /** The locations at which first slots are searched. */
  places: Place[]
  /** The locations to which distances are computed. */
  nearby: Place[]
  /** The record that links a provider to the child, keyed by provider. */
  knownBy: Map<string, { id: string; isTeam: boolean }>
}

/** Loads the centre in one statement and the child in another. Refuses unknown ids. */
export const loadWish = async (reader: Reader, asked: Asked): Promise<MatchContext> => {
  const { childId, coordinates, maxDistanceKm } = asked
  const comes = asked.modality === undefined || asked.modality === 'CLINIC'
  const box =
    comes && coordinates && maxDistanceKm !== undefined && boundingBox(coordinates, maxDistanceKm)
  const [centres, children] = await Promise.all([
    reader.sql<CentreRow>(CENTRE, [
      reader.tenantId,
      asked.serviceId ? [asked.serviceId] : [],
      null,
      asked.needs,
      asked.locationId ?? null,
      coordinates?.latitude ?? null,
      coordinates?.longitude ?? null,
      ...(box ? [box.south, box.north, box.west, box.east] : [null, null, null, null]),
      asked.excludedProviderIds,
    ]),
    childId ? reader.sql<ChildRow>(CHILD, [reader.tenantId, childId, reader.now]) : [],
  ])
  const [centre, child] = [centres[0]!, children[0]]
  if (childId && !child) throw invalidReference('childId', 'child')
  assertThere(asked, centre)
  assertInTime(asked, reader.now)
  const isNear = ({ km }: Place) => km !== null && km <= (maxDistanceKm ?? Infinity)
  const input = inputOf(asked, child?.ageMonths ?? null)
  const { settings, needs, service, places } = centre
  return {
    settings: settings ?? DEFAULT_SETTINGS,
    input,
    wish: {
      ...input,
      hasChild: child !== undefined,
      hasPlace: coordinates !== undefined,
      needs,
      performers: service?.providerIds ?? [],
    },
    today: dateIn(reader.now, centre.timeZone),
    service: service && { ...service, consents: null },
    places: box ? places.filter(isNear) : places,
    nearby: places.filter(isNear),
    knownBy: child ? knownBy(child) : new Map(),
  }
}

const knownBy = ({ team, treated }: ChildRow) =>
  new Map<string, { id: string; isTeam: boolean }>([
    ...treated.map(({ id, providerId }) => [providerId, { id, isTeam: false }] as const),
    ...team.map(({ id, providerId }) => [providerId, { id, isTeam: true }] as const),
  ])

const assertThere = (asked: Asked, found: CentreRow): void => {
  const unknown = asked.needs.findIndex((code) => !found.needs.some((need) => need.code === code))
  if (unknown >= 0) throw invalidReference(`needs.${unknown}`, 'matching need')
  if (asked.serviceId && !found.service) throw invalidReference('serviceId', 'service')
  if (asked.locationId && found.places.length === 0)
    throw invalidReference('locationId', 'location')
  const missing = asked.excludedProviderIds.findIndex((id) => !found.excluded.includes(id))
  if (missing >= 0) throw invalidReference(`excludedProviderIds.${missing}`, 'provider')
}

/** Refuses a day that is past everywhere, or beyond the searched period. */
const assertInTime = ({ latestStartOn }: MatchTherapists, now: Date): void => {
  if (latestStartOn === undefined) return
  const today = dateOf(localDay('Etc/GMT+12', now.getTime()))
  const last = dateOf(localDay('UTC', now.getTime() + LOOK_AHEAD_MS))
  if (latestStartOn < today)
    throw invalid(
      'latestStartOn',
      'in_the_past',
      'latestStartOn is in the past. Choose a later date.',
    )
  if (latestStartOn > last)
    throw invalid('latestStartOn', 'out_of_range', `latestStartOn must be ${last} or earlier.`)
}

const inputOf = (asked: Asked, ageMonths: number | null): MatchInput => ({
  needs: asked.needs,
  ageMonths: asked.ageMonths ?? ageMonths,
  languages: asked.languages,
  locationId: asked.locationId ?? null,
  coordinates: asked.coordinates ?? null,
  maxDistanceKm: asked.maxDistanceKm ?? null,
  modality: asked.modality ?? null,
  state: asked.state ?? null,
  payer: asked.payer ?? null,
  serviceId: asked.serviceId ?? null,
  windows: asked.windows ?? null,
  latestStartOn: asked.latestStartOn ?? null,
  preferences: asked.preferences,
  excludedProviderIds: asked.excludedProviderIds,
  limit: asked.limit,
})

/** The number of a child's appointments that are examined for known providers. */
const LATEST_APPOINTMENTS = 50

const list = (rows: string) => `COALESCE((SELECT json_agg(it) FROM (${rows}) it), '[]'::json)`

const CENTRE = `
  SELECT
    (SELECT default_time_zone FROM tenants WHERE tenant_id = $1) AS "timeZone",
    (SELECT json_build_object('weights', weights, 'explorationShare', exploration_share,
       'newProviderDays', new_provider_days, 'version', version)
     FROM matching_settings WHERE tenant_id = $1) AS settings,
    ${list(`SELECT id, code, specialties, professions FROM matching_needs
      WHERE tenant_id = $1 AND code = ANY ($4) AND archived_at IS NULL ORDER BY code`)} AS needs,
    (SELECT to_json(it) FROM (${SERVICES}) it) AS service,
    ${list(`SELECT id, time_zone AS "timeZone", hours, (SELECT closures FROM tenants WHERE tenant_id = $1) AS closures,
        CASE WHEN latitude IS NOT NULL AND $6::float8 IS NOT NULL
          THEN therapy.distance_km($6, $7, latitude, longitude) END AS km
      FROM locations WHERE tenant_id = $1 AND archived_at IS NULL AND ($5::text IS NULL OR id = $5)
        AND ($8::float8 IS NULL OR (latitude BETWEEN $8 AND $9 AND longitude BETWEEN $10 AND $11)) ORDER BY id`)} AS places,
    ARRAY(SELECT id FROM providers WHERE tenant_id = $1 AND id = ANY ($12)) AS excluded`

/** A separate statement: it is prepared once for all children, and few matches need it. */
const CHILD = `
  SELECT
    (extract(year FROM age) * 12 + extract(month FROM age))::int AS "ageMonths",
    ${list(`SELECT id, provider_id AS "providerId" FROM care_team_members
      WHERE tenant_id = $1 AND child_id = $2 AND starts_at <= $3 AND (ends_at IS NULL OR ends_at > $3) ORDER BY id`)} AS team,
    ${list(`SELECT DISTINCT ON (provider_id) id, provider_id AS "providerId" FROM (
      SELECT id, provider_id, starts_at FROM appointments
      WHERE tenant_id = $1 AND child_id = $2 AND status = 'COMPLETED' ORDER BY starts_at DESC, id LIMIT ${LATEST_APPOINTMENTS}
      ) latest ORDER BY provider_id, starts_at DESC, id`)} AS treated
  FROM children, age($3::timestamptz::date, birth_date) AS age
  WHERE tenant_id = $1 AND id = $2 AND archived_at IS NULL`
