import type { OutsideContext } from '../core/context/context.ts'
import { read } from '../core/transactions/transaction.ts'
import { LONGEST_STORE_MS } from './new-file-key.ts'
import { removeGivenUpFiles } from './remove-given-up-files.ts'

/** The age at which an unrecorded file can no longer be recorded: twice the maximum time for storing. */
const ABANDONED_MS = 2 * LONGEST_STORE_MS
/**
 * If there are more unrecorded files than this, and more than recorded ones, the database was probably restored
 * or the files belong to something else.
 */
const MOST_UNRECORDED = 100

export interface TidyReport {
  /** The number of files that transactions gave up. */
  removed: number
  /** The number of files removed because their upload was never recorded. */
  abandoned: number
  /** The number of unrecorded files that are left for a person to inspect, because there are so many. */
  unclaimed: number
  /** Records whose file is missing. */
  missing: string[]
}

/** Compares a tenant's files with its records, and removes abandoned files. */
export const tidyFiles = async (ctx: OutsideContext, signal?: AbortSignal): Promise<TidyReport> => {
  const removed = await removeGivenUpFiles(ctx, signal)
  const { files, clock } = ctx.platform
  // Files are listed before the records are read, so that files recorded meanwhile count as recorded.
  const stored = new Map<string, () => Promise<Date | undefined>>()
  for await (const { key, modifiedAt } of files.list(ctx.tenantId)) stored.set(key, modifiedAt)
  const recorded = await recordedKeys(ctx)
  const before = clock.now().getTime() - ABANDONED_MS
  const old: string[] = []
  for (const [key, modifiedAt] of stored) {
    signal?.throwIfAborted()
    const at = recorded.has(key) ? undefined : await modifiedAt()
    if (at && at.getTime() < before) old.push(key)
  }
  const missing: string[] = []
  for (const [key, id] of recorded)
    if (!stored.has(key) && !(await files.exists(key)) && (await recordedKeys(ctx)).has(key))
      missing.push(id)
  if (old.length > MOST_UNRECORDED && old.length > recorded.size)
    return { removed, abandoned: 0, unclaimed: old.length, missing }
  for (const key of old) {
    signal?.throwIfAborted()
    await files.remove(key)
  }
  return { removed, abandoned: old.length, unclaimed: 0, missing }
}

/** The ids of records, keyed by file key. */
const recordedKeys = async (ctx: OutsideContext): Promise<Map<string, string>> => {
  const rows = await read(ctx, 'attachments:read', (reader) =>
    reader.sql<{ key: string; id: string }>(RECORDED, [reader.tenantId]),
  )
  return new Map(rows.map(({ key, id }) => [key, id]))
}

const RECORDED = `
  SELECT storage_key AS key, id FROM attachments WHERE tenant_id = $1 AND storage_key IS NOT NULL
  UNION ALL SELECT storage_key, id FROM knowledge_documents WHERE tenant_id = $1 AND storage_key IS NOT NULL
  UNION ALL SELECT storage_key, id FROM person_exports WHERE tenant_id = $1 AND storage_key IS NOT NULL`
