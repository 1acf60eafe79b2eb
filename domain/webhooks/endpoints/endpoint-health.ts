import { z } from 'zod'
import type { WebhookEndpoint as EndpointModel } from '#prisma/generated/client.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/** A summary of an endpoint's health. */
export const EndpointHealth = z
  .strictObject({
    state: z.enum(['HEALTHY', 'FAILING', 'PAUSED', 'DISABLED']).meta({
      description:
        'HEALTHY: the last attempt succeeded, or there was none. FAILING: the last attempt failed. DISABLED: the platform disabled the endpoint.',
    }),
    changedAt: z.iso.datetime().meta({ description: 'When the current status began, in UTC.' }),
    reason: z.string().nullable().meta({
      description:
        'If FAILING, the reason of the last failed attempt, such as `timeout` or `http_status`. If DISABLED, `gone` or `failing`.',
    }),
    lastSuccessAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When an attempt last succeeded, in UTC; null if none has.' }),
    lastFailureAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When an attempt last failed, in UTC; null if none has.' }),
  })
  .meta({
    example: {
      state: 'HEALTHY',
      changedAt: '2026-11-21T09:30:00.000Z',
      reason: null,
      lastSuccessAt: '2026-11-21T09:30:00.000Z',
      lastFailureAt: null,
    },
  })
export type EndpointHealth = z.infer<typeof EndpointHealth>

/** What the attempts show about an endpoint. */
export interface AttemptFacts {
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  lastReason: string | null
  /** The first success after the last failure. */
  recoveredAt: Date | null
}

const NO_ATTEMPTS: AttemptFacts = {
  lastSuccessAt: null,
  lastFailureAt: null,
  lastReason: null,
  recoveredAt: null,
}

/** The health of an endpoint. Failures before its last resume do not count. Pure. */
export const healthOf = (
  endpoint: Pick<EndpointModel, 'status' | 'statusReason' | 'statusChangedAt' | 'failingStartedAt'>,
  facts: AttemptFacts = NO_ATTEMPTS,
): EndpointHealth => {
  const { status, statusReason, statusChangedAt, failingStartedAt } = endpoint
  const { lastSuccessAt, lastFailureAt, lastReason, recoveredAt } = facts
  const seen = { lastSuccessAt: utcOrNull(lastSuccessAt), lastFailureAt: utcOrNull(lastFailureAt) }
  if (status !== 'ACTIVE') {
    const state = status === 'PAUSED' ? 'PAUSED' : 'DISABLED'
    return { state, changedAt: utc(statusChangedAt), reason: statusReason, ...seen }
  }
  if (lastFailureAt && !recoveredAt && lastFailureAt >= statusChangedAt) {
    const changedAt = utc(failingStartedAt ?? lastFailureAt)
    return { state: 'FAILING', changedAt, reason: lastReason, ...seen }
  }
  const changedAt = recoveredAt && recoveredAt > statusChangedAt ? recoveredAt : statusChangedAt
  return { state: 'HEALTHY', changedAt: utc(changedAt), reason: null, ...seen }
}

/** Facts from attempts, which take a few index steps per endpoint. */
export const attemptFacts = async (
  reader: Reader,
  endpointIds: readonly string[],
): Promise<Map<string, AttemptFacts>> => {
  const rows = await reader.sql<AttemptFacts & { id: string }>(FACTS, [
    reader.tenantId,
    endpointIds,
  ])
  return new Map(rows.map((row) => [row.id, row]))
}

const last = (outcome: string) => `
  (SELECT started_at, reason FROM webhook_attempts a
   WHERE a.tenant_id = $1 AND a.endpoint_id = e.id AND a.outcome = '${outcome}'
   ORDER BY started_at DESC LIMIT 1)`

const FACTS = `
  SELECT e.id, success.started_at AS "lastSuccessAt", failure.started_at AS "lastFailureAt",
         failure.reason AS "lastReason", recovered.started_at AS "recoveredAt"
  FROM unnest($2::text[]) AS e(id)
  LEFT JOIN LATERAL ${last('SUCCEEDED')} success ON true
  LEFT JOIN LATERAL (
    SELECT * FROM (${last('FAILED')} UNION ALL ${last('GONE')}) AS either ORDER BY started_at DESC LIMIT 1
  ) failure ON true
  LEFT JOIN LATERAL (
    SELECT started_at FROM webhook_attempts a
    WHERE a.tenant_id = $1 AND a.endpoint_id = e.id AND a.outcome = 'SUCCEEDED'
      AND a.started_at > failure.started_at
    ORDER BY started_at LIMIT 1
  ) recovered ON true`
