import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from './process.ts'

export const IDLE_MS = 20_000
/** Until what was under way has ended. */
const SETTLE_MS = 5_000

/** Processor time in milliseconds that a process takes in {@link IDLE_MS} while nothing is to be done. */
export const idle = async (server: ServerProcess): Promise<number> => {
  await sleep(SETTLE_MS)
  const before = server.cpuMs() ?? 0
  await sleep(IDLE_MS)
  return (server.cpuMs() ?? 0) - before
}
