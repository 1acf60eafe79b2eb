import { invalid } from '#platform/core/errors/errors.ts'
import { archiveRecord } from '#platform/core/records/archive-record.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import { dateTextOrNull } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { insertProviderLicense } from './insert-provider-license.ts'
import { providerLicenseRecord } from './record.ts'
import type { CreateProviderLicense } from './schemas.ts'

/**
 * Records a license as its holder states it, within another write, and returns its id. An identical license is
 * kept with its verification. A previous license with the same number is archived.
 */
export const recordLicense = async (
  tx: Transaction,
  input: CreateProviderLicense,
  permission: Permission,
): Promise<string> => {
  const { providerId, state, profession, number } = input
  const known = await tx.db.providerLicense.findFirst({
    where: { tenantId: tx.tenantId, state, profession, number, archivedAt: null },
  })
  if (known && known.providerId !== providerId)
    throw invalid(
      'number',
      'already_exists',
      'This number belongs to another provider’s license. Check the number.',
    )
  if (known && saysTheSame(known, input)) return known.id
  if (known) await archiveRecord(tx, { id: known.id }, { ...providerLicenseRecord, permission })
  return (await insertProviderLicense(tx, input)).id
}

const saysTheSame = (
  known: { authority: string; expiresOn: Date | null },
  { authority, expiresOn }: CreateProviderLicense,
): boolean => known.authority === authority && dateTextOrNull(known.expiresOn) === expiresOn
