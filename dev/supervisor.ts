/** Keeps something running: starts it again, with growing pauses, when it ends by itself. */
import { setTimeout as sleep } from 'node:timers/promises'

import { messageOf } from './errors.ts'
import { logTail, type Running } from './child.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** Something that ran this long was not failing at start: its next pause is the first again. */
const HEALTHY_MS = 60_000

export interface Kept<T extends Running> extends AsyncDisposable {
  /** The one that runs now, or ran last. */
  readonly current: T
}

export async function keepRunning<T extends Running>(
  name: string,
  start: () => Promise<T>,
  say: (line: string) => void,
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
      say(`${name} could not be started again: ${messageOf(error)}`)
      return again(failures + 1)
    }
  }

  const watch = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted;) {
      const since = Date.now()
      const how = await current.exited
      if (stopping.signal.aborted) return
      failures = Date.now() - since > HEALTHY_MS ? 0 : failures
      say(`${name} ended unexpectedly (${how}); starting it again${logTail(current)}`)
      const next = await again(failures)
      if (!next) return
      current = next
      failures += 1
      say(`${name} runs again (process ${current.pid})`)
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
      // A start that was under way when we were told to stop has come up in the meantime.
      await current[Symbol.asyncDispose]()
    },
  }
}
