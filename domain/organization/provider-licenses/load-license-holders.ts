import type { Reader } from '#platform/core/transactions/transaction.ts'

/** Conditions for valid licenses: verified, in force on a day, and not archived. */
interface Held {
  /** ISO 3166-2. */
  state: string
  /** A day in the centre's calendar. */
  on: string
  /** Limits the result to these professions; any if omitted. */
  professions?: readonly string[]
  /** Limits the result to these providers; all if omitted. */
  providerIds?: readonly string[]
}

interface LicenseHolder {
  providerId: string
  profession: string
}

/**
 * Loads, in one statement, who may practice which professions in a state on a day. A provider can have several
 * professions.
 */
export const loadLicenseHolders = (
  reader: Reader,
  { state, on, professions, providerIds }: Held,
): Promise<LicenseHolder[]> =>
  reader.sql<LicenseHolder>(HOLDERS, [
    reader.tenantId,
    state,
    on,
    professions ?? null,
    providerIds ?? null,
  ])

/** Whether a provider may practice a profession in a state on a day. */
export const holdsLicense = async (
  reader: Reader,
  {
    providerId,
    profession,
    ...where
  }: { providerId: string; profession: string; state: string; on: string },
): Promise<boolean> => {
  const holders = await loadLicenseHolders(reader, {
    ...where,
    professions: [profession],
    providerIds: [providerId],
  })
  return holders.length > 0
}

const HOLDERS = `
  SELECT DISTINCT provider_id AS "providerId", profession FROM provider_licenses
  WHERE tenant_id = $1 AND state = $2 AND verified_at IS NOT NULL AND archived_at IS NULL
    AND COALESCE(issued_on, '-infinity') <= $3::date AND COALESCE(expires_on, 'infinity') > $3::date
    AND ($4::text[] IS NULL OR profession = ANY ($4)) AND ($5::text[] IS NULL OR provider_id = ANY ($5))`
