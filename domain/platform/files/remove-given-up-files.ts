import type { OutsideContext } from '../core/context/context.ts'
import { read, transact } from '../core/transactions/transaction.ts'

/** The number of files per round, each of which takes a call to the file store. */
const BATCH_SIZE = 500

/**
 * Removes files that committed transactions gave up (`tx.removeFiles`). Files that are already gone count too.
 * Returns the number of files. It can run twice and in several processes.
 */
export const removeGivenUpFiles = async (
  ctx: OutsideContext,
  signal?: AbortSignal,
): Promise<number> => {
  for (let total = 0; ;) {
    signal?.throwIfAborted()
    const keys = await read(ctx, 'attachments:write', async (reader) => {
      const rows = await reader.sql<{ key: string }>(GIVEN_UP, [reader.tenantId, BATCH_SIZE])
      return rows.map(({ key }) => key)
    })
    if (keys.length === 0) return total
    for (const key of keys) await ctx.platform.files.remove(key)
    await transact(ctx, 'attachments:write', async (tx) => {
      await tx.sql(REMOVED, [tx.tenantId, keys])
      const subject = { type: 'tenant', id: tx.tenantId } as const
      tx.did(subject, { filesRemoved: keys.length })
    })
    total += keys.length
  }
}

const GIVEN_UP = `SELECT key FROM file_removals WHERE tenant_id = $1 ORDER BY key LIMIT $2`
const REMOVED = `DELETE FROM file_removals WHERE tenant_id = $1 AND key = ANY($2::text[])`
