import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'

/** The time zone whose calendar applies: that of the assessment's location, otherwise the centre's. */
export const zoneOf = async (reader: Reader, locationId: string | null): Promise<string> => {
  if (locationId === null) return (await loadTenantSettings(reader)).defaultTimeZone
  const location = await reader.db.location.findFirstOrThrow({
    where: inTenant(reader, locationId),
  })
  return location.timeZone
}
