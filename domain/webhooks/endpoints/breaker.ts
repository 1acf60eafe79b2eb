import type { Platform } from '#platform/core/context/platform.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { EndpointRef } from '../deliveries/fan-out.ts'

/**
 * Stops attempts to a failing endpoint for a while: a breaker (Nygard, "Release It!", 2007) for each endpoint.
 * Instants are epoch milliseconds. It opens for at most a minute, so that a recovered endpoint is noticed soon,
 * and from the third retry on a single delivery keeps its published schedule.
 */
export interface Breaker {
  /** How many times in a row it has opened; 0 when closed. */
  openings: number
  /** Nothing is sent before this time; then a single delivery is sent as a probe. */
  until: number
  /** The number of consecutive failed attempts over all deliveries, while the endpoint is watched. */
  failures: number
}

export const FAILURES_TO_OPEN = 10

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000
/** The maximum `Retry-After` that applies to all deliveries of a receiver. */
const LONGEST_ASKED_MS = 60 * 60_000

export const CLOSED: Breaker = { openings: 0, until: 0, failures: 0 }

/** The breaker after a failed attempt. Attempts that started before it opened do not open it again. */
export const afterFailure = (
  breaker: Breaker,
  { now, retryAfterMs }: { now: number; retryAfterMs?: number | undefined },
): Breaker => {
  const { openings, until } = breaker
  const failures = breaker.failures + 1
  const opens = openings > 0 || retryAfterMs !== undefined || failures >= FAILURES_TO_OPEN
  if (!opens || now < until) return { ...breaker, failures }
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** openings, LONGEST_PAUSE_MS)
  const askedMs = Math.min(retryAfterMs ?? 0, LONGEST_ASKED_MS)
  return { openings: openings + 1, until: now + Math.max(pauseMs, askedMs), failures }
}

/** The number of simultaneous attempts that are allowed, given the normal maximum. */
export const attemptsAllowed = (
  { openings, until }: Breaker,
  { now, atMost }: { now: number; atMost: number },
): number => {
  if (now < until) return 0
  return openings > 0 ? 1 : atMost
}

/**
 * The members that close the breaker of an endpoint, which is retried immediately because its operator has
 * fixed something.
 */
export const CLOSED_BREAKER = { breakerUntil: null, breakerOpenings: 0 } as const

export const closeBreaker = async (tx: Transaction, endpointId: string): Promise<void> => {
  const where = inTenant(tx, endpointId)
  await tx.db.webhookEndpoint.updateMany({ where, data: CLOSED_BREAKER })
}

/** Stores the breaker of an endpoint for the worker that leases it next. */
export const saveBreaker = async (
  platform: Platform,
  { tenantId, endpointId }: EndpointRef,
  { openings, until }: Breaker,
): Promise<void> => {
  await platform.database.system.query({
    name: 'endpoint_breaker',
    text: SAVE,
    values: [tenantId, endpointId, openings, openings === 0 ? null : new Date(until)],
  })
}

const SAVE = `
  UPDATE webhook_endpoints SET breaker_openings = $3, breaker_until = $4 WHERE tenant_id = $1 AND id = $2`
