import { archiving, changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { providerLicenseRecord } from './record.ts'
import { wakeLicenseReview } from './wake-license-review.ts'

/** It counts no more, and nobody is reminded of it. `permission`: of the write that this is part of. */
export const archiveProviderLicense = (
  ctx: Context,
  ref: RecordRef,
  permission: Permission = 'provider-licenses:write',
) =>
  changeRecord(
    ctx,
    ref,
    { ...providerLicenseRecord, permission },
    {
      fields: (before, tx) => ({ ...archiving.fields(before, tx), watchAt: null }),
      effects: wakeLicenseReview,
    },
  )
