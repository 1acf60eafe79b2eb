import { url as inspectorUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'

export interface WatchdogOptions {
  process: 'api' | 'worker'
  /** How long the event loop may be blocked before the process is ended. */
  limitMs?: number
}

/** Ten checks within the limit: an event loop that is only slow passes one of them. */
const LIMIT_MS = 10_000
const LOOKS = 10

/**
 * Ends this process if its event loop is blocked, because it then serves nobody and cannot stop by itself. The
 * supervisor or the container engine starts another. A thread does the checks, because nothing else runs
 * meanwhile.
 */
export const startWatchdog = (options: WatchdogOptions): AsyncDisposable => {
  const everyMs = (options.limitMs ?? LIMIT_MS) / LOOKS
  const beats = new Int32Array(new SharedArrayBuffer(4))
  // A breakpoint blocks the event loop on purpose.
  const heart = setInterval(() => Atomics.add(beats, 0, 1), everyMs / 2)
  heart.unref()
  const workerData = { ...options, beats, everyMs, looks: LOOKS }
  const thread = inspectorUrl()
    ? undefined
    : new Worker(THREAD, { workerData, execArgv: [], resourceLimits: SMALL })
  thread?.unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(heart)
      await thread?.terminate()
    },
  }
}

const THREAD = new URL('./thread.ts', import.meta.url)
const SMALL = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }
