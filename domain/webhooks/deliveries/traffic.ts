/** How long a lease waits for more, in milliseconds. */
const SHORT_LINGER_MS = 1_000
const LONG_LINGER_MS = 15_000

/** Above this mean gap, waiting costs more than waking up. */
const REGULAR_GAP_MS = 4_000
const REMEMBERED = 10_000
/** Weight of the newest gap in the mean. */
const SMOOTHING = 0.3

/**
 * The regularity of events per endpoint, over many leases. At one event per second, a one-second lease would
 * constantly restart, so the linger grows with the gap, up to a limit.
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
