import { setTimeout as sleep } from 'node:timers/promises'

/** Pauses after failures, in milliseconds: doubled from the first to the last. */
const FIRST_PAUSE_MS = 250
const LAST_PAUSE_MS = 5_000

export interface PumpOptions {
  /** One round of work; true when there is more to do at once. */
  round: () => Promise<boolean>
  /** Without a wake-up, a round is made so often, in milliseconds. */
  sweepMs: number
  signal: AbortSignal
  onError: (error: unknown) => void
}

/** Repeats a round of work: when woken, when there is more, and as a sweep. Pauses after failures. */
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

  /** Ends when the signal aborts, after the round under way. */
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
