import type { Context } from '#platform/core/context/context.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { insertProviderLicense } from './insert-provider-license.ts'
import { toProviderLicense, type CreateProviderLicense, type ProviderLicense } from './schemas.ts'

/** Records an unverified license. It counts once a person or a registry confirms it. */
export const createProviderLicense = (
  ctx: Context,
  input: CreateProviderLicense,
): Promise<ProviderLicense> =>
  transact(ctx, 'provider-licenses:write', async (tx) => {
    await assertReferences(tx, 'provider', { providerId: input.providerId })
    return toProviderLicense(await insertProviderLicense(tx, input))
  })
