import { loadLicenseHolders } from '#organization/provider-licenses/load-license-holders.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import type { MatchContext } from './load-wish.ts'
import type { Candidate } from './wish.ts'

type List = 'specialties' | 'languages' | 'locationIds' | 'modalities' | 'payers'

type Row = Omit<Candidate, 'isLicensed' | 'knownBy' | 'nearest' | List> &
  Record<List, string> & {
    /** The distance from the centre of the provider's service area; null without one. */
    areaKm: number | null
    areaRadiusKm: number | null
  }

/** Loads all providers of the centre in one statement. Columns that are not selected here cannot affect a match. */
export const loadCandidates = async (
  reader: Reader,
  { input, settings, nearby, knownBy, today }: MatchContext,
): Promise<Candidate[]> => {
  const { state } = input
  const [rows, holders] = await Promise.all([
    reader.sql<Row>(PROVIDERS, [
      reader.tenantId,
      input.coordinates?.latitude ?? null,
      input.coordinates?.longitude ?? null,
      new Date(reader.now.getTime() - settings.newProviderDays * DAY_MS),
      input.modality !== null,
      input.payer !== null,
    ]),
    state === null ? [] : loadLicenseHolders(reader, { state, on: today }),
  ])
  const kmTo = new Map(nearby.map(({ id, km }) => [id, km!]))
  const listOf = sharedLists()
  const licenses = Map.groupBy(holders, ({ providerId }) => providerId)
  return rows.map((row): Candidate => {
    const locationIds = listOf(row.locationIds)
    // Copied member by member, because spreading thousands of rows is slow.
    return {
      id: row.id,
      status: row.status,
      specialties: listOf(row.specialties),
      languages: listOf(row.languages),
      locationIds,
      profession: row.profession,
      ageRange: row.ageRange,
      modalities: listOf(row.modalities),
      payers: listOf(row.payers),
      acceptsNewClients: row.acceptsNewClients,
      caseloadLimit: row.caseloadLimit,
      isNew: row.isNew,
      isLicensed: state === null || countsFor(row, licenses.get(row.id)),
      knownBy: knownBy.get(row.id) ?? null,
      nearest:
        input.modality === 'HOME' && row.areaKm !== null
          ? areaOf(row, input)
          : nearestOf(locationIds, kmTo),
    }
  })
}

/** Licenses that count for the provider: those for the provider's profession, or all if the provider has none. */
const countsFor = ({ profession }: Row, licenses: readonly { profession: string }[] = []) =>
  licenses.some((license) => profession === null || license.profession === profession)

/** Many providers have the same values, so thousands of providers share few lists. */
const sharedLists = () => {
  const known = new Map<string, readonly string[]>([['', []]])
  return (text: string): readonly string[] => {
    const list = known.get(text) ?? text.split(SEPARATOR)
    known.set(text, list)
    return list
  }
}

const areaOf = (
  { id, areaKm, areaRadiusKm }: Row,
  { maxDistanceKm }: MatchContext['input'],
): Candidate['nearest'] =>
  areaKm! <= Math.min(areaRadiusKm!, maxDistanceKm ?? Infinity) ? { id, km: areaKm! } : null

const nearestOf = (
  locationIds: readonly string[],
  kmTo: ReadonlyMap<string, number>,
): Candidate['nearest'] => {
  let nearest: Candidate['nearest'] = null
  for (const id of locationIds) {
    const km = kmTo.get(id)
    if (km === undefined) continue
    if (!nearest || km < nearest.km || (km === nearest.km && id < nearest.id)) nearest = { id, km }
  }
  return nearest
}

/** A control character, which a provider's texts cannot contain. */
const SEPARATOR = '\u001f'

/** Arrays are returned as text, because parsing the arrays of 5,000 rows dominated the time of a match. */
const list = (column: string) => `array_to_string(${column}, E'\\x1f')`

const PROVIDERS = `
  SELECT id, status, ${list('specialties')} AS specialties, ${list('languages')} AS languages,
         ${list('location_ids')} AS "locationIds", profession, age_range AS "ageRange",
         CASE WHEN $5 THEN ${list('modalities')} ELSE '' END AS modalities,
         CASE WHEN $6 THEN ${list('payers')} ELSE '' END AS payers,
         accepts_new_clients AS "acceptsNewClients", caseload_limit AS "caseloadLimit", created_at > $4 AS "isNew",
         CASE WHEN service_area IS NOT NULL AND $2::float8 IS NOT NULL THEN therapy.distance_km($2, $3,
           (service_area ->> 'latitude')::float8, (service_area ->> 'longitude')::float8) END AS "areaKm",
         (service_area ->> 'radiusKm')::float8 AS "areaRadiusKm"
  FROM providers WHERE tenant_id = $1 AND archived_at IS NULL`
