import type { ProviderLicense as ProviderLicenseModel } from '#prisma/generated/client.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { dateColumnOrNull, dateIn } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '../tenants/queries.ts'
import { assertDates, hasExpired, nextWatch } from './rules.ts'
import type { CreateProviderLicense } from './schemas.ts'

/** Records an unverified license within another write. Refuses one that has expired. */
export const insertProviderLicense = async (
  tx: Transaction,
  { issuedOn, expiresOn, ...input }: CreateProviderLicense,
): Promise<ProviderLicenseModel> => {
  assertDates({ issuedOn, expiresOn })
  const row = await tx.db.providerLicense.create({
    data: {
      ...freshRecord(tx, newId('providerLicense')),
      ...input,
      issuedOn: dateColumnOrNull(issuedOn),
      expiresOn: dateColumnOrNull(expiresOn),
      watchAt: await firstWatch(tx, expiresOn),
    },
  })
  tx.created({ type: 'providerLicense', id: row.id }, row)
  return row
}

const firstWatch = async (tx: Transaction, expiresOn: string | null): Promise<Date | null> => {
  const { defaultTimeZone } = await loadTenantSettings(tx)
  if (hasExpired(expiresOn, dateIn(tx.now, defaultTimeZone)))
    throw invalid(
      'expiresOn',
      'in_the_past',
      `The license expired on ${expiresOn}. Send a later expiresOn.`,
    )
  return nextWatch(expiresOn, tx.now, defaultTimeZone)
}
