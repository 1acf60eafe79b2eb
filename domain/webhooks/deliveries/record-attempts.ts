import { newId } from '#platform/core/records/ids.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import type { EndpointRef } from './fan-out.ts'
import type { DueDelivery } from './due.ts'
import type { DeliveryState } from './settle-attempt.ts'

/** An attempt that has ended, with the new state of its delivery. */
export interface MadeAttempt {
  delivery: DueDelivery
  startedAt: Date
  durationMs: number
  outcome: 'SUCCEEDED' | 'FAILED' | 'GONE'
  statusCode?: number | undefined
  reason?: string | undefined
  responseBody: string
  state: DeliveryState
}

/**
 * Writes many attempts and the states of their deliveries in one statement. An attempt that is already
 * recorded, or whose delivery was finished elsewhere, changes nothing.
 */
export const recordAttempts = async (
  platform: Platform,
  attempts: readonly MadeAttempt[],
): Promise<void> => {
  const now = platform.clock.now()
  const column = <T>(value: (attempt: MadeAttempt) => T) => attempts.map(value)
  await platform.database.system.query({
    text: RECORD,
    values: [
      column(({ delivery }) => delivery.tenantId),
      column(({ delivery }) => delivery.id),
      column(() => newId('attempt')),
      column(({ delivery }) => delivery.attemptCount + 1),
      column(({ startedAt }) => startedAt),
      column(({ durationMs }) => Math.round(durationMs)),
      column(({ outcome }) => outcome),
      column(({ statusCode }) => statusCode ?? null),
      column(({ reason }) => reason ?? null),
      column(({ responseBody }) => storableText(responseBody)),
      column(({ state }) => state.status),
      column(({ state }) => state.nextAttemptAt),
      column(({ state }) => state.lastReason),
      now,
      column(({ delivery }) => delivery.endpointId),
    ],
  })
}

/** Fails expired deliveries without another attempt. */
export const expireDeliveries = async (
  platform: Platform,
  deliveries: readonly DueDelivery[],
): Promise<void> => {
  await platform.database.system.query({
    text: EXPIRE,
    values: [
      deliveries.map(({ tenantId }) => tenantId),
      deliveries.map(({ id }) => id),
      platform.clock.now(),
    ],
  })
}

/**
 * Records since when all attempts of an endpoint have failed, unless this is already recorded. Clears it after
 * a success.
 */
export const markFailing = async (
  platform: Platform,
  { tenantId, endpointId }: EndpointRef,
  failing: boolean,
): Promise<void> => {
  await platform.database.system.query({
    name: 'endpoint_failing',
    text: FAILING,
    values: [tenantId, endpointId, failing ? platform.clock.now() : null],
  })
}

/** Text for PostgreSQL, which cannot contain NUL. */
const storableText = (text: string) => (text === '' ? null : text.replaceAll('\u0000', '\uFFFD'))

/**
 * `finished_at IS NULL` means `PENDING`, but only the latter would match the index of pending deliveries, which
 * the planner takes for short and would read from end to end, while thousands are pending after an outage.
 */
const RECORD = `
  WITH made AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::timestamptz[], $6::int[], $7::text[],
      $8::int[], $9::text[], $10::text[], $11::text[], $12::timestamptz[], $13::text[], $15::text[])
    AS made(tenant_id, delivery_id, id, number, started_at, duration_ms, outcome, status_code, reason,
            response_body, status, next_attempt_at, last_reason, endpoint_id)
  ), moved AS (
    UPDATE webhook_deliveries d
    SET attempt_count = m.number, status = m.status, next_attempt_at = m.next_attempt_at, last_reason = m.last_reason,
        last_status_code = m.status_code,
        finished_at = CASE WHEN m.status <> 'PENDING' THEN $14::timestamptz END, updated_at = $14
    FROM made m
    WHERE d.tenant_id = m.tenant_id AND d.id = m.delivery_id AND d.finished_at IS NULL AND d.attempt_count = m.number - 1
  )
  INSERT INTO webhook_attempts
    (tenant_id, id, delivery_id, endpoint_id, number, started_at, duration_ms, outcome, status_code, reason, response_body)
  SELECT tenant_id, id, delivery_id, endpoint_id, number, started_at, duration_ms, outcome, status_code, reason, response_body
  FROM made ON CONFLICT DO NOTHING`

const EXPIRE = `
  UPDATE webhook_deliveries d
  SET status = 'FAILED', next_attempt_at = NULL, last_reason = 'retries_exhausted', finished_at = $3, updated_at = $3
  FROM unnest($1::text[], $2::text[]) AS past(tenant_id, id)
  WHERE d.tenant_id = past.tenant_id AND d.id = past.id AND d.finished_at IS NULL`

const FAILING = `
  UPDATE webhook_endpoints
  SET failing_started_at = CASE WHEN $3::timestamptz IS NOT NULL THEN COALESCE(failing_started_at, $3) END
  WHERE tenant_id = $1 AND id = $2`
