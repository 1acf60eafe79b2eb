import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { ServerProcess } from './process.ts'

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
  const metrics = await (await fetch(metricsUrl)).text()
  return {
    workerCpuMs: worker.cpuMs() ?? 0,
    transactions: Number(rows[0]!.n),
    activities: totalOf(metrics, 'temporal_activity_execution_latency'),
    workflowTasks: totalOf(metrics, 'temporal_workflow_task_execution_latency'),
  }
}

/** How often something was timed, over all labels. */
const totalOf = (metrics: string, name: string): number =>
  [...metrics.matchAll(new RegExp(`^${name}(?:_\\w+)?_count\\{.*\\} (\\d+)`, 'gm'))].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )
