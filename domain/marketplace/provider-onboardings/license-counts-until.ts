import { hasExpired } from '#organization/provider-licenses/rules.ts'
import { loadProviderLicense } from '#organization/provider-licenses/queries.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { atLocalTime, dateIn, dateTextOrNull } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { Item } from './onboarding-row.ts'

/**
 * Until when the license of an item is valid, or null if it does not expire. Throws unless the license is
 * verified and valid.
 */
export const licenseCountsUntil = async (
  reader: Reader,
  { key, row: { licenseId } }: Item,
): Promise<Date | null> => {
  const license = licenseId ? await loadProviderLicense(reader, licenseId) : null
  if (!license?.verifiedAt || license.archivedAt)
    throw new DomainError(
      'license_not_verified',
      `The license of '${key}' has not been verified since it was last changed. Verify it, or return the item.`,
      { extra: { licenseId } },
    )
  const { defaultTimeZone } = await loadTenantSettings(reader)
  const expiresOn = dateTextOrNull(license.expiresOn)
  if (hasExpired(expiresOn, dateIn(reader.now, defaultTimeZone)))
    throw new DomainError(
      'license_expired',
      `The license of '${key}' expired on ${expiresOn}. Return the item, so that it is requested again.`,
      { extra: { licenseId, expiresOn } },
    )
  return expiresOn === null ? null : atLocalTime(expiresOn, '00:00', defaultTimeZone)
}
