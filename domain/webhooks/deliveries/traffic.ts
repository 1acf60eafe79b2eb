/** How long a lease waits for more events, in milliseconds. */
const SHORT_LINGER_MS = 1_000
const LONG_LINGER_MS = 15_000

/** If the mean gap is longer than this, waiting costs more than waking up again. */
const REGULAR_GAP_MS = 4_000
const REMEMBERED = 10_000
/** The weight of the newest gap in the moving average of gaps. */
const SMOOTHING = 0.3

/**
 * How regularly events arrive at each endpoint, over many leases. At one event per second, a lease that waits
 * one second would constantly restart, so the wait grows with the gap, up to a limit.
 */
export class Traffic {
  readonly #endpoints = new Map<string, { lastAt: number; gapMs: number }>()

  arrived(endpoint: string, nowMs: number): void {
    const known = this.#endpoints.get(endpoint)
    this.#endpoints.delete(endpoint)
    const gapMs = known
      ? known.gapMs * (1 - SMOOTHING) + (nowMs - known.lastAt) * SMOOTHING
      : Number.POSITIVE_INFINITY
    this.#endpoints.set(endpoint, {
      lastAt: nowMs,
      gapMs: Number.isFinite(gapMs) ? gapMs : REGULAR_GAP_MS * 2,
    })
    const [oldest] = this.#endpoints.keys()
    if (this.#endpoints.size > REMEMBERED && oldest) this.#endpoints.delete(oldest)
  }

  lingerMs(endpoint: string): number {
    const gapMs = this.#endpoints.get(endpoint)?.gapMs ?? Number.POSITIVE_INFINITY
    if (gapMs > REGULAR_GAP_MS) return SHORT_LINGER_MS
    return Math.min(Math.max(SHORT_LINGER_MS, 4 * gapMs), LONG_LINGER_MS)
  }
}
