import type { TestApi } from '../support/api.ts'
import { expect } from 'vitest'
import { countSent } from './counted-statements.ts'
import type { Work } from './kinds.ts'

/** What work costs. Counts are exact; `walBytes` and `responseBytes` vary a little with ids and times. */
export interface Cost {
  /** Messages with statements that are sent to PostgreSQL. */
  statements: number
  /** Times that the process waits for PostgreSQL. */
  roundTrips: number
  /** Prepared statements that PostgreSQL plans anew for their values. */
  plans: number
  rowsRead: number
  rowsWritten: number
  indexScans: number
  /** Entries written to indexes. */
  indexEntries: number
  walBytes: number
  responseBytes: number
}

export const COUNTERS: readonly (keyof Cost)[] = [
  'statements',
  'roundTrips',
  'plans',
  'rowsRead',
  'rowsWritten',
  'indexScans',
  'indexEntries',
  'walBytes',
  'responseBytes',
]

/** Runs that prepare statements and fill caches. */
const WARM_UPS = 6
const RUNS = 10

/** The mean cost of work once its statements are prepared. */
export const costOf = async (api: TestApi, work: Work): Promise<Cost> => {
  for (let run = 0; run < WARM_UPS; run += 1) await work()
  const before = await databaseWork(api)
  let responseBytes = 0
  const { statements, roundTrips } = await countSent(async () => {
    for (let run = 0; run < RUNS; run += 1) responseBytes += Buffer.byteLength(await work())
  })
  const after = await databaseWork(api)
  const each = (total: number) => Math.round(total / RUNS)
  const spent = (counter: keyof DatabaseWork) => each(after[counter] - before[counter])
  return {
    statements: each(statements),
    roundTrips: each(roundTrips),
    plans: spent('plans'),
    rowsRead: spent('rowsRead'),
    rowsWritten: spent('rowsWritten'),
    indexScans: spent('indexScans'),
    indexEntries: spent('indexEntries'),
    walBytes: spent('walBytes'),
    responseBytes: each(responseBytes),
  }
}

type DatabaseWork = Pick<
  Cost,
  'plans' | 'rowsRead' | 'rowsWritten' | 'indexScans' | 'indexEntries' | 'walBytes'
>

/** The counters of PostgreSQL for the database of the test, which nothing else uses. */
const databaseWork = async (api: TestApi): Promise<DatabaseWork> => {
  const plans = await reportOfConnections(api)
  const [counted] = await api.query<Record<keyof Omit<DatabaseWork, 'plans'>, string>>(WORK)
  return {
    ...Object.fromEntries(
      Object.entries(counted!).map(([counter, value]) => [counter, Number(value)]),
    ),
    plans,
  } as DatabaseWork
}

/**
 * Has each connection report its counters, which it does at most once a second unless it is told to between two
 * transactions. Returns how many plans they have made for values after the first five of each statement.
 */
const reportOfConnections = async ({ services }: TestApi): Promise<number> => {
  let plans = 0
  for (const pool of Object.values(services.platform.database.pools)) {
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
    const clients = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
    for (const client of clients) {
      const { rows } = await client.query<{ plans: number }>(PLANS)
      plans += rows[0]!.plans
    }
    for (const client of clients.toReversed()) client.release()
  }
  return plans
}

/** PostgreSQL plans the first five calls of each statement on a connection in any case. */
const PLANS = `SELECT pg_stat_force_next_flush(), COALESCE(sum(GREATEST(custom_plans - 5, 0)), 0)::int AS plans
  FROM pg_prepared_statements`

const WORK = `SELECT
  (SELECT sum(seq_tup_read + COALESCE(idx_tup_fetch, 0)) FROM pg_stat_user_tables) AS "rowsRead",
  (SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables) AS "rowsWritten",
  (SELECT sum(idx_scan) FROM pg_stat_user_indexes) AS "indexScans",
  (SELECT sum((t.n_tup_ins + t.n_tup_upd - t.n_tup_hot_upd) * i.indexes) FROM pg_stat_user_tables t
    JOIN (SELECT indrelid, count(*) AS indexes FROM pg_index GROUP BY indrelid) i ON i.indrelid = t.relid) AS "indexEntries",
  (SELECT sum(w.wal_bytes) FROM pg_stat_activity a, pg_stat_get_backend_wal(a.pid) w
    WHERE a.datname = current_database()) AS "walBytes"`
