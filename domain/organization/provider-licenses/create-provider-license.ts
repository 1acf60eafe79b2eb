import type { Context } from '#platform/core/context.ts'
import { invalid } from '#platform/core/errors.ts'
import { newId } from '#platform/core/ids.ts'
import { freshRecord } from '#platform/core/record-ref.ts'
import { assertReferences } from '#platform/core/references.ts'
import { dateColumnOrNull, dateIn } from '#platform/core/time.ts'
import { transact, type Transaction } from '#platform/core/transaction.ts'
import { loadTenantSettings } from '../tenants/queries.ts'
import { assertDates, hasExpired, nextWatch } from './rules.ts'
import { toProviderLicense, type CreateProviderLicense, type ProviderLicense } from './schemas.ts'

/** On record, and unverified: it counts once a person or a registry says so. */
export const createProviderLicense = (
  ctx: Context,
  { issuedOn, expiresOn, ...input }: CreateProviderLicense,
): Promise<ProviderLicense> =>
  transact(ctx, 'provider-licenses:write', async (tx) => {
    await assertReferences(tx, 'provider', { providerId: input.providerId })
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
    const shown = toProviderLicense(row)
    tx.created({ type: 'providerLicense', id: row.id }, row)
    return shown
  })

const firstWatch = async (tx: Transaction, expiresOn: string | null): Promise<Date | null> => {
  const { defaultTimeZone } = await loadTenantSettings(tx)
  if (hasExpired(expiresOn, dateIn(tx.now, defaultTimeZone)))
    throw invalid('expiresOn', 'in_the_past', `The license expired on ${expiresOn}.`)
  return nextWatch(expiresOn, tx.now, defaultTimeZone)
}
