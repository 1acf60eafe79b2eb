/**
 * When an endpoint that fails is left alone: a breaker (Nygard, "Release It!", 2007) per endpoint.
 * Pure; instants are epoch milliseconds. A pause is a minute at most: an endpoint that is back is
 * noticed soon, and from the third retry on a single delivery is tried when it was published to be.
 */
export interface BreakerState {
  /** How often in a row it opened; 0 when closed. */
  openings: number
  /** Nothing is sent before; then one delivery probes. */
  until: number
}

/** Attempts that must fail in a row, over all deliveries of the endpoint. */
export const FAILURES_TO_OPEN = 10

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000
/** A receiver may ask for no longer than this for all of its deliveries (`Retry-After`). */
const LONGEST_ASKED_MS = 60 * 60_000

export const CLOSED: BreakerState = { openings: 0, until: 0 }

/** The breaker after it opened, or after its probe failed. */
export const opened = (
  { openings }: BreakerState,
  { now, retryAfterMs = 0 }: { now: number; retryAfterMs?: number | undefined },
): BreakerState => {
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** openings, LONGEST_PAUSE_MS)
  const askedMs = Math.min(retryAfterMs, LONGEST_ASKED_MS)
  return { openings: openings + 1, until: now + Math.max(pauseMs, askedMs) }
}
