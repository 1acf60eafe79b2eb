import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { dateIn, dateTextOrNull } from '#platform/core/time/time.ts'
import { assertNotOwn } from '../providers/assert-not-own.ts'
import { loadTenantSettings } from '../tenants/queries.ts'
import { providerLicenseRecord } from './record.ts'
import { assertMayCount } from './rules.ts'
import type { VerifyProviderLicense } from './schemas.ts'
import { wakeLicenseReview } from './wake-license-review.ts'

/**
 * Verifies a license on the word of a person other than its holder, even against a registry's response or
 * during a check.
 */
export const verifyProviderLicense = (
  ctx: Context,
  { method, note, ...ref }: RecordRef & VerifyProviderLicense,
) =>
  changeRecord(ctx, ref, providerLicenseRecord, {
    fields: async (before, tx) => {
      const verifiedAlone = await assertNotOwn(tx, before.providerId, 'verify the license', {
        permission: 'provider-licenses:write',
        since: before.updatedAt,
      })
      const { defaultTimeZone } = await loadTenantSettings(tx)
      assertMayCount(before, {
        expiresOn: dateTextOrNull(before.expiresOn),
        today: dateIn(tx.now, defaultTimeZone),
      })
      return {
        verificationStatus: 'VERIFIED',
        verificationMethod: method,
        verifiedAt: tx.now,
        verifiedBy: tx.actor.id,
        verifiedAlone,
        checkedAt: tx.now,
        verificationNote: note,
      }
    },
    effects: wakeLicenseReview,
  })
