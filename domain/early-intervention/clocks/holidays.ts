import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { Holiday } from './clock.ts'

/** Days that are no working days where programs are. */
export interface Holidays {
  /** Those of a location, with what holds for the whole centre; without a location the latter alone. */
  at: (locationId: string | null) => readonly Holiday[]
}

/** From the closures of the centre, which are its one list of holidays. */
export const loadHolidays = async (reader: Reader): Promise<Holidays> => {
  const closures = await reader.sql<Holiday & { locationId: string | null }>(CLOSURES, [
    reader.tenantId,
  ])
  return {
    at: (locationId) =>
      closures.filter((it) => it.locationId === null || it.locationId === locationId),
  }
}

const CLOSURES = `
  SELECT location_id AS "locationId", starts_on::text AS "startsOn", ends_on::text AS "endsOn" FROM closures
  WHERE tenant_id = $1 AND archived_at IS NULL AND NOT counts_as_working_day`
