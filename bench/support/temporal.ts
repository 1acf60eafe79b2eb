import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startTemporal } from '../../dev/temporal.ts'

/** A Temporal development server of its own, in memory. */
export const openTemporal = async (): Promise<
  AsyncDisposable & { address: string; pid: number }
> => {
  const stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'therapy-bench-temporal-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const server = stack.use(await startTemporal({ dataDir, inMemory: true, headless: true }))
  return {
    address: server.address,
    pid: server.pid,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
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
