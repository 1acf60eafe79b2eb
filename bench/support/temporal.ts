import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cpuMs } from '../../dev/processes.ts'
import { temporalCluster, TEMPORAL_SERVICES } from '../../dev/temporal-cluster.ts'
import { startTemporal } from '../../dev/temporal.ts'

export interface BenchTemporal extends AsyncDisposable {
  address: string
  /** Processor time of the server so far, without that of a PostgreSQL server. */
  cpuMs: () => number
}

/**
 * A Temporal development server of its own, in memory; with `BENCH_CLUSTER=1` a cluster on a durable PostgreSQL,
 * as `bin/up --cluster` starts it.
 */
export const openTemporal = async (): Promise<BenchTemporal> => {
  const stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'therapy-bench-temporal-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const open = process.env['BENCH_CLUSTER'] ? openCluster : openDevelopmentServer
  const { address, pids } = await open(dataDir, stack)
  return {
    address,
    cpuMs: () => pids.reduce((sum, pid) => sum + (cpuMs(pid) ?? 0), 0),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const openDevelopmentServer = async (dataDir: string, stack: AsyncDisposableStack) => {
  const server = stack.use(await startTemporal({ dataDir, inMemory: true, headless: true }))
  return { address: server.address, pids: [server.pid] }
}

const openCluster = async (dataDir: string, stack: AsyncDisposableStack) => {
  const cluster = await temporalCluster({ dataDir, log: console.error })
  stack.use(await cluster.startDatabase())
  const pids: number[] = []
  for (const name of TEMPORAL_SERVICES) pids.push(stack.use(await cluster.startService(name)).pid)
  await cluster.prepareNamespace()
  return { address: cluster.address, pids }
}

/** The middle one, by a figure. */
export const medianOf = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!

/** Runs a task so often, with so many at once. */
export const inParallel = async (
  count: number,
  concurrency: number,
  task: (index: number) => Promise<unknown>,
): Promise<void> => {
  let next = 0
  const lane = async () => {
    while (next < count) await task(next++)
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
}
