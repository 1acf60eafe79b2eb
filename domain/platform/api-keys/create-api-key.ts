import type { Context } from '../core/context/context.ts'
import { newId } from '../core/records/ids.ts'
import { freshRecord } from '../core/records/record-ref.ts'
import { assertReferences } from '../core/records/references.ts'
import { transact } from '../core/transactions/transaction.ts'
import { hashSecret, newClientSecret } from '../identity/secrets.ts'
import { assertFuture, assertKeyLimits } from './assert-key-limits.ts'
import { announceSigning } from './announce-signing.ts'
import { limitsOf, toApiKey, type CreateApiKey, type CreatedApiKey } from './schemas.ts'

/** Creates an API key. Only this response contains the secret. */
export const createApiKey = (ctx: Context, input: CreateApiKey): Promise<CreatedApiKey> =>
  transact(ctx, 'api-keys:write', async (tx) => {
    const limits = { ...UNLIMITED, scopes: input.scopes, ...limitsOf(input) }
    assertFuture(tx, limits.expiresAt)
    await assertKeyLimits(tx, limits)
    await assertReferences(tx, 'provider', { providerId: limits.providerId })
    const clientSecret = newClientSecret()
    const row = await tx.db.apiKey.create({
      data: {
        ...freshRecord(tx, newId('apiKey')),
        name: input.name,
        createdBy: tx.actor.id,
        secretHash: hashSecret(clientSecret),
        ...limits,
      },
    })
    tx.created({ type: 'apiKey', id: row.id }, row)
    announceSigning(tx, undefined, row)
    return { ...toApiKey(row), clientSecret }
  })

const UNLIMITED = {
  resources: [] as string[],
  methods: [] as string[],
  ipRanges: [] as string[],
  rateLimitPerMinute: null,
  expiresAt: null,
  providerId: null,
}
