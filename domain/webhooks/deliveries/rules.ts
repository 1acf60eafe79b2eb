/** When a failed delivery is retried. Pure: the caller passes the time and a random number. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The milliseconds between the end of attempt n and attempt n + 1. This is the published schedule. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  1 * HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  8 * HOUR,
]

/** The first attempt, and one for each delay: 11. */
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1

/** No attempt is planned later than this many milliseconds after the creation of the event: 24 h. */
export const RETRY_WINDOW_MS = 24 * HOUR

/** The maximum share of a delay that is added to it, in order to spread deliveries that failed together. */
export const MAX_JITTER_RATIO = 0.1

/** The input of {@link nextAttemptAt}. Times are epoch milliseconds. */
export type RetryInput = {
  eventCreatedAt: number
  /** The number of the failed attempt, from 1. */
  attempt: number
  /** When that attempt ended. */
  now: number
  /** The receiver's `Retry-After` (RFC 9110 §10.2.3). */
  retryAfterMs?: number | undefined
  /** A number in [0, 1). In a workflow, it comes from the deterministic `Math.random()`. */
  random: number
}

/**
 * When to retry (epoch ms); undefined if the delivery has finally failed, because the schedule is used up or
 * the next attempt would start after the window.
 * The wait is the published delay or the receiver's `Retry-After`, whichever is longer, plus up to 10 % of
 * jitter. It is never shorter than either: an event whose first attempt was very late, or a `Retry-After` that
 * reaches past the window, fails early rather than being retried too soon.
 * The last attempt fits. The delays add up to 21 h 42 m 35 s, with full jitter everywhere to 23 h 52 m 50.5 s,
 * and ten attempts that each use their 15 s deadline add 2 m 30 s: 23 h 55 m 20.5 s. So all 11 fit if the first
 * attempt starts within 4 m 39 s of the event. If it starts later, the jitter is cut at the end of the window
 * first, so that an attempt that fits without jitter is never lost because of it.
 */
export function nextAttemptAt(input: RetryInput): number | undefined {
  const delayMs = RETRY_DELAYS_MS[input.attempt - 1]
  if (delayMs === undefined) return undefined
  const waitMs = Math.max(delayMs, input.retryAfterMs ?? 0)
  const earliest = input.now + waitMs
  const latest = input.eventCreatedAt + RETRY_WINDOW_MS
  if (earliest > latest) return undefined
  const jitterMs = Math.floor(waitMs * MAX_JITTER_RATIO * input.random)
  return Math.min(earliest + jitterMs, latest)
}

/** An endpoint is disabled if all its attempts have failed for this long: 5 days. */
export const GIVE_UP_AFTER_MS = 5 * 24 * HOUR

/** Whether an endpoint that has failed since then is disabled at the time of an attempt. */
export const isGivenUp = (failingStartedAt: Date | null, at: Date): boolean =>
  failingStartedAt !== null && at.getTime() - failingStartedAt.getTime() >= GIVE_UP_AFTER_MS
