import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { ServerProcess } from './process.ts'
import { workerCounts } from './worker-counts.ts'

/** Until what was under way has ended. */
const SETTLE_MS = 5_000

/** What a worker does while nothing is to be done, each minute. */
export interface IdleMinute {
  workerCpuMs: number
  /** Transactions in PostgreSQL, of all processes. */
  transactions: number
  /** That Temporal had the worker run. */
  activities: number
  workflowTasks: number
}

interface Sources {
  worker: ServerProcess
  /** Where the worker serves its metrics. */
  metricsUrl: string
  owner: pg.Client
}

export const idleMinute = async (sources: Sources, seconds: number): Promise<IdleMinute> => {
  await sleep(SETTLE_MS)
  const before = await reading(sources)
  await sleep(seconds * 1_000)
  const after = await reading(sources)
  const each = (name: keyof IdleMinute) => Math.round(((after[name] - before[name]) * 60) / seconds)
  return {
    workerCpuMs: each('workerCpuMs'),
    transactions: each('transactions'),
    activities: each('activities'),
    workflowTasks: each('workflowTasks'),
  }
}

const reading = async ({ worker, metricsUrl, owner }: Sources): Promise<IdleMinute> => {
  const { rows } = await owner.query<{ n: string }>(
    'SELECT xact_commit + xact_rollback AS n FROM pg_stat_database WHERE datname = current_database()',
  )
  return {
    workerCpuMs: worker.cpuMs() ?? 0,
    transactions: Number(rows[0]!.n),
    ...(await workerCounts(metricsUrl)),
  }
}
