import type { Prisma, ProviderLicense as ProviderLicenseModel } from '#prisma/generated/client.ts'
import { archiving, restoring, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { assertNotOwn } from '../providers/assert-not-own.ts'
import { loadProviderLicense } from './queries.ts'
import { toProviderLicense, type ProviderLicense } from './schemas.ts'
import { wakeLicenseReview } from './wake-license-review.ts'
import { watchAgain } from './watch-again.ts'

/** How a license is loaded, written and shown by the verbs that change it. */
export const providerLicenseRecord: ArchivableKind<
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
  // An archived license does not count, and no reminders of it are sent.
  archiving: {
    fields: (before, tx) => ({ ...archiving.fields(before, tx), watchAt: null }),
    effects: wakeLicenseReview,
  },
  // A restored license counts until it expires. If it expired while it was archived, the review starts
  // immediately.
  restoring: {
    fields: async (before, tx) => {
      await assertNotOwn(tx, before.providerId, 'restore the license', {
        permission: 'provider-licenses:write',
        since: before.archivedAt,
      })
      return { ...restoring.fields(), ...(await watchAgain(tx, before)) }
    },
    effects: wakeLicenseReview,
  },
}
