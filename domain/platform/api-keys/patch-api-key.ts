import type { Context } from '../core/context/context.ts'
import { DomainError } from '../core/errors/errors.ts'
import { lockRecord } from '../core/transactions/lock-record.ts'
import { assertVersion } from '../core/records/record.ts'
import { keyOf, touched, type RecordRef } from '../core/records/record-ref.ts'
import { assertReferences } from '../core/records/references.ts'
import { transact } from '../core/transactions/transaction.ts'
import { assertFuture, assertKeyLimits } from './assert-key-limits.ts'
import { loadApiKey } from './queries.ts'
import { announceSigning } from './announce-signing.ts'
import { limitsOf, toApiKey, type ApiKey, type PatchApiKey } from './schemas.ts'

/** Changes a key. The change applies to issued tokens too, because every call checks the current key. */
export const patchApiKey = (
  ctx: Context,
  { id, version, patch }: RecordRef & { patch: PatchApiKey },
): Promise<ApiKey> =>
  transact(ctx, 'api-keys:write', async (tx) => {
    await lockRecord(tx, 'api_keys', id)
    const before = await loadApiKey(tx, id)
    assertVersion(before, version)
    if (before.revokedAt) {
      throw new DomainError(
        'api_key_revoked',
        'The API key is revoked, which is permanent. Create another key.',
      )
    }
    const limits = limitsOf(patch)
    if (limits.expiresAt !== undefined) assertFuture(tx, limits.expiresAt)
    if (Object.keys(limits).length > 0)
      await assertKeyLimits(tx, { ...before, ...limits }, { before, changed: limits })
    await assertReferences(tx, 'provider', { providerId: limits.providerId })
    const after = await tx.db.apiKey.update({
      where: keyOf(tx, id),
      data: { ...(patch.name !== undefined && { name: patch.name }), ...limits, ...touched(tx) },
    })
    tx.changed({ type: 'apiKey', id }, before, after)
    announceSigning(tx, before, after)
    return toApiKey(after)
  })
