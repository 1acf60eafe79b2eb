import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { Holiday } from './clock.ts'

/** Days off at the locations of programs. */
export interface Holidays {
  /** A location's closures and those of the whole centre; without a location, only those of the whole centre. */
  at: (locationId: string | null) => readonly Holiday[]
}

/** Loads the holidays from the centre's closures, which are the only list of holidays. */
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
