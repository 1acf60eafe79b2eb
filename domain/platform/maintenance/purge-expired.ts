import type { Platform } from '../core/context/platform.ts'
import { DAY_MS } from '../core/time/time.ts'
import { systemSql } from '../identity/system-sql.ts'
import {
  RETAINED_NAMES,
  RETENTION,
  type Retained,
  type RetainedName,
  type RetentionDays,
} from './retention.ts'

export interface PurgeOptions {
  days?: RetentionDays
  /** Maximum number of rows per statement: it holds locks and must end within seconds. */
  batchSize?: number
  /** Aborts between two batches by throwing its reason. */
  signal?: AbortSignal
}

/**
 * Deletes or clears expired data across tenants, and reports each kind to `onPurged`. A failure does not stop
 * the others; errors are thrown at the end. Called by a schedule.
 */
export const purgeExpired = async (
  platform: Platform,
  onPurged: (what: RetainedName, rows: number) => void,
  options: PurgeOptions = {},
): Promise<void> => {
  const failures: unknown[] = []
  for (const what of RETAINED_NAMES) {
    options.signal?.throwIfAborted()
    try {
      onPurged(what, await purgeOne(platform, what, options))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, 'Several kinds could not be purged')
}

/**
 * Purges one kind of data in batches, each in its own transaction. Returns the number of rows. It can run twice
 * and in several processes. A row that was changed meanwhile has another `ctid` and is left to the next run.
 */
export const purgeOne = async (
  platform: Platform,
  what: RetainedName,
  { days = {}, batchSize = 1_000, signal }: PurgeOptions = {},
): Promise<number> => {
  const keptDays = days[what] ?? RETENTION[what].days
  const before = new Date(platform.clock.now().getTime() - keptDays * DAY_MS)
  const sql = systemSql(platform)
  for (let total = 0; ;) {
    signal?.throwIfAborted()
    const [purged] = await sql<{ rows: number }>(purgeStatement(what), [before, batchSize])
    const rows = purged?.rows ?? 0
    total += rows
    if (rows < batchSize) return total
  }
}

/** A statement that takes the instant of expiry and the batch size. */
export const purgeStatement = (what: RetainedName) => {
  const { table, from, only, blank }: Retained = RETENTION[what]
  const change = blank ? `UPDATE ${table} SET ${blank}` : `DELETE FROM ${table}`
  return {
    name: `purge_${what}`,
    text: `WITH gone AS (
        ${change} WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${table} WHERE ${from} <= $1${only ? ` AND ${only}` : ''} LIMIT $2
        )) RETURNING 1
      ) SELECT count(*)::int AS rows FROM gone`,
  }
}
