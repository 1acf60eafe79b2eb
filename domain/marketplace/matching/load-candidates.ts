import type { Reader } from '#platform/core/transaction.ts'
import { DAY_MS } from '#platform/core/time.ts'
import type { MatchContext } from './load-wish.ts'
import type { Candidate } from './rules.ts'

type Row = Omit<Candidate, 'isNew' | 'knownBy' | 'nearest'> & {
  createdAt: Date
  /** From the middle of their service area; null without one. */
  areaKm: number | null
  areaRadiusKm: number | null
}

/** All providers of the centre, by one statement: what is not selected here cannot count. */
export const loadCandidates = async (
  reader: Reader,
  { input, settings, nearby, knownBy }: MatchContext,
): Promise<Candidate[]> => {
  const rows = await reader.sql<Row>(PROVIDERS, [
    reader.tenantId,
    input.coordinates?.latitude ?? null,
    input.coordinates?.longitude ?? null,
  ])
  const newSince = reader.now.getTime() - settings.newProviderDays * DAY_MS
  const byDistance = nearby.toSorted((a, b) => a.km! - b.km!)
  return rows.map(({ createdAt, areaKm, areaRadiusKm, ...row }) => ({
    ...row,
    isNew: createdAt.getTime() > newSince,
    knownBy: knownBy.get(row.id) ?? null,
    nearest:
      input.modality === 'HOME' && areaKm !== null
        ? areaKm <= Math.min(areaRadiusKm!, input.maxDistanceKm ?? Infinity)
          ? { id: row.id, km: areaKm }
          : null
        : nearestOf(row, byDistance),
  }))
}

const nearestOf = (
  { locationIds }: Pick<Row, 'locationIds'>,
  byDistance: readonly { id: string; km: number | null }[],
) => {
  const place = byDistance.find(({ id }) => locationIds.includes(id))
  return place ? { id: place.id, km: place.km! } : null
}

const PROVIDERS = `
  SELECT id, status, specialties, languages, location_ids AS "locationIds", profession, age_range AS "ageRange",
         modalities, payers, accepts_new_clients AS "acceptsNewClients", caseload_limit AS "caseloadLimit",
         created_at AS "createdAt",
         CASE WHEN $2::float8 IS NOT NULL THEN therapy.distance_km($2, $3,
           (service_area ->> 'latitude')::float8, (service_area ->> 'longitude')::float8) END AS "areaKm",
         (service_area ->> 'radiusKm')::float8 AS "areaRadiusKm"
  FROM providers WHERE tenant_id = $1 AND archived_at IS NULL ORDER BY id`
