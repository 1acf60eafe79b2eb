import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { dateColumnOrNull, dateTextOrNull } from '#platform/core/time/time.ts'
import { loadTenantSettings } from '../tenants/queries.ts'
import { providerLicenseRecord } from './record.ts'
import { assertDates, nextWatch } from './rules.ts'
import type { PatchProviderLicense } from './schemas.ts'
import { UNVERIFIED } from './unverified.ts'
import { wakeLicenseReview } from './wake-license-review.ts'

/** Changes a license. A verification covers only the license as it was, so the changed license is unverified. */
export const patchProviderLicense = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchProviderLicense },
) =>
  changeRecord(ctx, ref, providerLicenseRecord, {
    fields: async (before, tx) => {
      const now = {
        issuedOn: dateTextOrNull(before.issuedOn),
        expiresOn: dateTextOrNull(before.expiresOn),
        profession: before.profession,
        number: before.number,
        authority: before.authority,
        state: before.state,
      }
      const next = { ...now, ...patch }
      const names = Object.keys(now) as (keyof typeof now)[]
      if (names.every((name) => now[name] === next[name])) return {}
      assertDates(next)
      const { defaultTimeZone } = await loadTenantSettings(tx)
      return {
        ...next,
        issuedOn: dateColumnOrNull(next.issuedOn),
        expiresOn: dateColumnOrNull(next.expiresOn),
        ...UNVERIFIED,
        watchAt: before.archivedAt ? null : nextWatch(next.expiresOn, tx.now, defaultTimeZone),
      }
    },
    effects: wakeLicenseReview,
  })
