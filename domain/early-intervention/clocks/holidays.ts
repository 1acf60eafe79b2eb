import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { Holiday } from './clock.ts'

/** Non-working days at program locations. */
export interface Holidays {
  /** A location's closures and those of the whole centre; without a location only the latter. */
  at: (locationId: string | null) => readonly Holiday[]
}

/** From the centre's closures, the only list of holidays. */
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
