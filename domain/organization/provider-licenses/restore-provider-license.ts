import { changeRecord, restoring } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { dateTextOrNull } from '#platform/core/time/time.ts'
import { loadTenantSettings } from '../tenants/queries.ts'
import { providerLicenseRecord } from './record.ts'
import { nextWatch } from './rules.ts'
import { wakeLicenseReview } from './wake-license-review.ts'

/** It counts again if it did, until it expires; one that has expired meanwhile is looked at at once. */
export const restoreProviderLicense = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, providerLicenseRecord, {
    fields: async (before, tx) => {
      if (!before.archivedAt) return restoring.fields()
      const { defaultTimeZone } = await loadTenantSettings(tx)
      const watchAt = nextWatch(dateTextOrNull(before.expiresOn), tx.now, defaultTimeZone)
      return { ...restoring.fields(), watchAt }
    },
    effects: wakeLicenseReview,
  })
