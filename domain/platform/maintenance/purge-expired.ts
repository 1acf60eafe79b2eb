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
  /** Rows that one statement takes at the most: it holds locks and must end in seconds. */
  batchSize?: number
  /** Ends the work between two batches, by throwing its reason. */
  signal?: AbortSignal
}

/**
 * Deletes or blanks what is past its time, across tenants, and tells `onPurged` of each kind. One that
 * fails does not hold up the others; what failed is thrown in the end. For a schedule.
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
 * One kind, batch by batch, each in a transaction of its own; answers how many rows. Safe to run twice
 * and in several processes at once. A row that is changed meanwhile is left to the next run: it is then
 * somewhere else (`ctid`).
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

/** Takes the instant up to which it is past its time, and the size of the batch. */
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
