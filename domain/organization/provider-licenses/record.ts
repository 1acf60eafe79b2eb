import type { Prisma, ProviderLicense as ProviderLicenseModel } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadProviderLicense } from './queries.ts'
import { toProviderLicense, type ProviderLicense } from './schemas.ts'

/** How a license is loaded, written and shown by the verbs that change it. */
export const providerLicenseRecord: RecordKind<
  ProviderLicenseModel,
  Prisma.ProviderLicenseUncheckedUpdateInput,
  ProviderLicense
> = {
  type: 'providerLicense',
  table: 'provider_licenses',
  permission: 'provider-licenses:write',
  load: loadProviderLicense,
  update: (tx, id, data) => tx.db.providerLicense.update({ where: keyOf(tx, id), data }),
  show: toProviderLicense,
}
