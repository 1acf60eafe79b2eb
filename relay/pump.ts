import { setTimeout as sleep } from 'node:timers/promises'

/** Pauses after failures in milliseconds, doubled from the first to the last. */
const FIRST_PAUSE_MS = 250
const LAST_PAUSE_MS = 5_000

export interface PumpOptions {
  /** One round of work. Returns true if more work is pending. */
  round: () => Promise<boolean>
  /** Interval between rounds that nothing woke, in milliseconds. */
  sweepMs: number
  signal: AbortSignal
  onError: (error: unknown) => void
}

/** Repeats a round of work: after a wake, while more is pending, and at regular intervals. Pauses after failures. */
export class Pump {
  readonly #options: PumpOptions
  #wake = Promise.withResolvers<void>()

  constructor(options: PumpOptions) {
    this.#options = options
    options.signal.addEventListener('abort', () => this.wake(), { once: true })
  }

  wake(): void {
    this.#wake.resolve()
  }

  /** Ends when the signal aborts, after the current round. */
  async run(): Promise<void> {
    const { round, sweepMs, signal, onError } = this.#options
    let pauseMs = FIRST_PAUSE_MS
    while (!signal.aborted) {
      this.#wake = Promise.withResolvers<void>()
      try {
        const more = await round()
        pauseMs = FIRST_PAUSE_MS
        if (!more) await this.#wokenWithin(sweepMs)
      } catch (error) {
        onError(error)
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
        pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS)
      }
    }
  }

  async #wokenWithin(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const elapsed = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms)
    })
    await Promise.race([this.#wake.promise, elapsed])
    clearTimeout(timer)
  }
}
