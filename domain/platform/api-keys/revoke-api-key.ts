import type { Context } from '../core/context/context.ts'
import { lockRecord } from '../core/transactions/lock-record.ts'
import { assertVersion } from '../core/records/record.ts'
import { keyOf, touched, type RecordRef } from '../core/records/record-ref.ts'
import { transact } from '../core/transactions/transaction.ts'
import { loadApiKey } from './queries.ts'
import { toApiKey, type ApiKey } from './schemas.ts'

/** Revokes a key permanently and immediately: its tokens stop working. Repeating the call changes nothing. */
export const revokeApiKey = (ctx: Context, { id, version }: RecordRef): Promise<ApiKey> =>
  transact(ctx, 'api-keys:write', async (tx) => {
    await lockRecord(tx, 'api_keys', id)
    const before = await loadApiKey(tx, id)
    assertVersion(before, version)
    const after = before.revokedAt
      ? before
      : await tx.db.apiKey.update({
          where: keyOf(tx, id),
          data: { revokedAt: tx.now, ...touched(tx) },
        })
    tx.changed({ type: 'apiKey', id }, before, after)
    return toApiKey(after)
  })
