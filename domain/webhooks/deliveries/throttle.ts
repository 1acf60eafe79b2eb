/**
 * An even limit of starts per second: a token bucket that holds a tenth of a second's worth, so that a pause
 * causes no burst. Instants are milliseconds of a monotonic clock.
 */
export class Throttle {
  readonly #perMs: number
  readonly #capacity: number
  #tokens: number
  #at: number

  constructor(perSecond: number, now: number) {
    this.#perMs = perSecond / 1_000
    this.#capacity = Math.max(1, perSecond / 10)
    this.#tokens = this.#capacity
    this.#at = now
  }

  /** The number of milliseconds until the next start; 0 means now. */
  waitMs(now: number): number {
    const earned = Math.max(0, now - this.#at) * this.#perMs
    this.#tokens = Math.min(this.#capacity, this.#tokens + earned)
    this.#at = now
    return this.#tokens < 1 ? Math.ceil((1 - this.#tokens) / this.#perMs) : 0
  }

  take(): void {
    this.#tokens -= 1
  }
}
