import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { dateIn, dateTextOrNull } from '#platform/core/time/time.ts'
import { loadProvider } from '../providers/queries.ts'
import { loadTenantSettings } from '../tenants/queries.ts'
import { providerLicenseRecord } from './record.ts'
import { assertMayCount, whyNotChecked } from './rules.ts'
import { licenseCheckWorkflow } from './workflows.ts'

/** Starts a check against a registry in a workflow. A valid license stays valid until the response. */
export const checkProviderLicense = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, providerLicenseRecord, {
    fields: async (before, tx) => {
      const { defaultTimeZone } = await loadTenantSettings(tx)
      assertMayCount(before, {
        expiresOn: dateTextOrNull(before.expiresOn),
        today: dateIn(tx.now, defaultTimeZone),
      })
      if (before.verificationStatus === 'PENDING')
        throw new DomainError(
          'invalid_transition',
          'A registry check of this license is already running. Wait for its result.',
          {
            extra: { status: 'PENDING', allowed: ['verify'] },
          },
        )
      const { npi } = await loadProvider(tx, before.providerId)
      const { licenseRegistryName: registry } = tx.platform
      const reason = whyNotChecked({ registry, npi, state: before.state })
      if (reason)
        throw new DomainError('license_not_checkable', `${reason} Verify the license yourself.`)
      return {
        verificationStatus: 'PENDING',
        verificationSource: registry,
        checkNumber: before.checkNumber + 1,
      }
    },
    effects: (tx, { id }) => tx.wake(licenseCheckWorkflow, id),
  })
