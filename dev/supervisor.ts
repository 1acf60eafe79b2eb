/** Keeps a process running: restarts it, with growing pauses, when it ends by itself or stops responding. */
import { setTimeout as sleep } from 'node:timers/promises'

import { messageOf } from './errors.ts'
import { logTail, type Running } from './child.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** A process that ran this long did not fail at start, so the next pause is the shortest again. */
const HEALTHY_MS = 60_000

/** How often health is checked, and how many checks in a row may fail. */
const HEALTH = { everyMs: 5_000, failures: 6 }

export interface Kept<T extends Running> extends AsyncDisposable {
  /** The instance that is running, or that ran last. */
  readonly current: T
}

export async function keepRunning<T extends Running>(
  name: string,
  start: () => Promise<T>,
  say: (line: string) => void,
  health = HEALTH,
): Promise<Kept<T>> {
  let current = await start()
  const stopping = new AbortController()

  const again = async (failures: number): Promise<T | undefined> => {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
    try {
      await sleep(pauseMs, undefined, { signal: stopping.signal })
      return await start()
    } catch (error) {
      if (stopping.signal.aborted) return undefined
      say(`${name} could not be restarted: ${messageOf(error)}`)
      return again(failures + 1)
    }
  }

  /** Ends a process that is alive but does not respond; its supervisor restarts it. */
  const examine = async (it: T, over: AbortSignal): Promise<void> => {
    for (let failures = 0; failures < health.failures;) {
      await sleep(health.everyMs, undefined, { signal: over })
      failures = (await it.isHealthy!()) ? 0 : failures + 1
      over.throwIfAborted()
    }
    say(`${name} (process ${it.pid}) does not answer; stopping it`)
    await it[Symbol.asyncDispose]()
  }

  /** Describes how it ended. */
  const end = async (it: T): Promise<string> => {
    const over = new AbortController()
    const signal = AbortSignal.any([over.signal, stopping.signal])
    const examining = it.isHealthy && examine(it, signal).catch(unlessAborted(signal))
    const how = await it.exited
    over.abort()
    await examining
    return how
  }

  const watch = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted;) {
      const since = Date.now()
      const how = await end(current)
      if (stopping.signal.aborted) return
      failures = Date.now() - since > HEALTHY_MS ? 0 : failures
      say(`${name} ended unexpectedly (${how}); restarting it${logTail(current)}`)
      const next = await again(failures)
      if (!next) return
      current = next
      failures += 1
      say(`${name} is running again (process ${current.pid})`)
    }
  }

  const watching = watch()
  return {
    get current() {
      return current
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await current[Symbol.asyncDispose]()
      await watching
      // A start that was in progress when we had to stop has completed meanwhile.
      await current[Symbol.asyncDispose]()
    },
  }
}

const unlessAborted = (signal: AbortSignal) => (error: unknown) => {
  if (!signal.aborted) throw error
}
