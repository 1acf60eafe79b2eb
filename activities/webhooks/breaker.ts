import {
  CLOSED,
  FAILURES_TO_OPEN,
  opened,
  type BreakerState,
} from '#webhooks/endpoints/breaker-rules.ts'

/** One endpoint's breaker while it is leased. Its answers say when the new state must be kept. */
export class Breaker {
  #state: BreakerState
  #failuresInARow = 0

  constructor(state: BreakerState) {
    this.#state = state
  }

  /** Until when nothing may be sent, in epoch milliseconds. */
  get until(): number {
    return this.#state.until
  }

  /** One delivery at a time finds out whether the endpoint answers again. */
  get isProbing(): boolean {
    return this.#state.openings > 0
  }

  isOpen(now: number): boolean {
    return now < this.#state.until
  }

  /** It answered well: the new state, if it changed. */
  succeeded(): BreakerState | undefined {
    this.#failuresInARow = 0
    return this.isProbing ? (this.#state = CLOSED) : undefined
  }

  /** It did not. What was under way when it opened does not open it again. */
  failed(now: number, retryAfterMs?: number): BreakerState | undefined {
    this.#failuresInARow += 1
    if (this.isOpen(now)) return undefined
    const mustOpen =
      this.isProbing || retryAfterMs !== undefined || this.#failuresInARow >= FAILURES_TO_OPEN
    return mustOpen ? (this.#state = opened(this.#state, { now, retryAfterMs })) : undefined
  }
}
