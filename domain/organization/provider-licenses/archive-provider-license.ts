import { archiving, changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { providerLicenseRecord } from './record.ts'
import { wakeLicenseReview } from './wake-license-review.ts'

/** It counts no more, and nobody is reminded of it. */
export const archiveProviderLicense = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, providerLicenseRecord, {
    fields: (before, tx) => ({ ...archiving.fields(before, tx), watchAt: null }),
    effects: wakeLicenseReview,
  })
