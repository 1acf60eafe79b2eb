import { nextAttemptAt, RETRY_WINDOW_MS } from './rules.ts'
import type { DueDelivery } from './due.ts'

/** Why a delivery has finally failed; while it is pending, why the last attempt failed. */
export const FINAL_REASONS = [
  'retries_exhausted',
  'endpoint_gone',
  'endpoint_disabled',
  'endpoint_deleted',
] as const
export type FinalReason = (typeof FINAL_REASONS)[number]

/** The outcome of an attempt that decides what happens to the delivery. */
export interface AttemptEnd {
  outcome: 'SUCCEEDED' | 'FAILED' | 'GONE'
  reason?: string | undefined
  retryAfterMs?: number | undefined
}

export interface DeliveryState {
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED'
  nextAttemptAt: Date | null
  lastReason: string | null
}

/** The state of a delivery after an attempt. Pure; `random` is in [0, 1). */
export const settleAttempt = (
  delivery: Pick<DueDelivery, 'attemptCount' | 'windowFrom'>,
  end: AttemptEnd,
  { now, random }: { now: Date; random: number },
): DeliveryState => {
  if (end.outcome === 'SUCCEEDED') return finished('SUCCEEDED', null)
  if (end.outcome === 'GONE') return finished('FAILED', 'endpoint_gone')
  const next = nextAttemptAt({
    eventCreatedAt: delivery.windowFrom.getTime(),
    attempt: delivery.attemptCount + 1,
    now: now.getTime(),
    retryAfterMs: end.retryAfterMs,
    random,
  })
  return next === undefined
    ? finished('FAILED', 'retries_exhausted')
    : { status: 'PENDING', nextAttemptAt: new Date(next), lastReason: end.reason ?? null }
}

/** Whether the window has passed. A retry that was missed within it is not made later; the first attempt always is. */
export const isPastWindow = (
  { attemptCount, windowFrom }: Pick<DueDelivery, 'attemptCount' | 'windowFrom'>,
  now: Date,
): boolean => attemptCount > 0 && now.getTime() - windowFrom.getTime() > RETRY_WINDOW_MS

const finished = (
  status: 'SUCCEEDED' | 'FAILED',
  lastReason: FinalReason | null,
): DeliveryState => ({ status, nextAttemptAt: null, lastReason })
