import type { Platform } from '../core/platform.ts'
import { systemSql } from '../identity/system-sql.ts'

export interface BatchOptions {
  /** Rows that one statement deletes at the most: it holds locks and must end in seconds. */
  batchSize?: number
  /** Ends the work between two batches, by throwing its reason. */
  signal?: AbortSignal
}

/** What to delete. */
export interface Doomed {
  table: string
  /** An SQL condition with `$1`, `$2`… for the values. */
  where: string
  values: unknown[]
}

/**
 * Deletes across tenants, batch by batch, each in a transaction of its own; returns how many rows.
 * Safe to run twice and in several processes at once. A row that is changed meanwhile is left alone:
 * it is then somewhere else (`ctid`).
 */
export const deleteInBatches = async (
  platform: Platform,
  { table, where, values }: Doomed,
  { batchSize = 1_000, signal }: BatchOptions = {},
): Promise<number> => {
  const sql = systemSql(platform)
  const statement = {
    name: `purge_${table}`,
    text: `WITH gone AS (
        DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${table} WHERE ${where} LIMIT $${values.length + 1}
        )) RETURNING 1
      ) SELECT count(*)::int AS rows FROM gone`,
  }
  for (let total = 0; ;) {
    signal?.throwIfAborted()
    const [deleted] = await sql<{ rows: number }>(statement, [...values, batchSize])
    const rows = deleted?.rows ?? 0
    total += rows
    if (rows < batchSize) return total
  }
}
