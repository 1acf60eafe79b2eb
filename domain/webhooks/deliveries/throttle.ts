/**
 * At most so many starts per second, evenly: a token bucket that holds a tenth of a second's worth, so
 * that a pause does not turn into a burst. Instants are in milliseconds of a clock that only goes on.
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

  /** How long until there is a start, in milliseconds; 0 for now. */
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
