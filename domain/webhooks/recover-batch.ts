import type { WebhookRecovery as RecoveryModel } from '../../prisma/generated/client.ts'
import { ADVISORY_LOCKS } from '../core/advisory-locks.ts'
import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { lockRecord } from '../core/lock.ts'
import { inTenant, keyOf, touched } from '../core/record-ref.ts'
import { read, transact, type Reader, type Transaction } from '../core/transaction.ts'
import { wantsEvent } from './filter.ts'
import { loadRecovery } from './recoveries.ts'

/** Events that one batch looks at. */
export const RECOVERY_BATCH = 500
/** An endpoint that has so many deliveries waiting gets no more of them: new events must not queue behind. */
export const RECOVERY_BACKLOG = 1_000

/** `more`: call again at once. `waiting`: the endpoint has enough to do. `finished`: nothing is left. */
export type RecoveryProgress = 'more' | 'waiting' | 'finished'

/** One step of a recovery. It says itself where it goes on, so that a step made twice adds nothing. */
export const recoverBatch = async (
  ctx: Context,
  { id }: { id: string },
): Promise<RecoveryProgress> => {
  if (await read(ctx, 'webhook-endpoints:read', (reader) => hasEnough(reader, id))) return 'waiting'
  return transact(ctx, 'webhook-endpoints:write', async (tx) => {
    await lockRecord(tx, 'webhook_recoveries', id)
    const before = await loadRecovery(tx, id)
    const subject = { type: 'webhook_recovery', id }
    if (before.status !== 'RUNNING') {
      tx.audit(subject, undefined, {})
      return 'finished'
    }
    const after = await tx.db.webhookRecovery.update({
      where: keyOf(tx, id),
      data: { ...(await step(tx, before)), ...touched(tx) },
    })
    tx.audit(subject, before, after)
    if (after.deliveries > before.deliveries) tx.wake('webhookCourier', after.endpointId)
    return after.status === 'RUNNING' ? 'more' : 'finished'
  })
}

const hasEnough = async (reader: Reader, id: string): Promise<boolean> => {
  const [row] = await reader.sql<{ pending: number }>(PENDING, [
    reader.tenantId,
    id,
    RECOVERY_BACKLOG,
  ])
  return row!.pending >= RECOVERY_BACKLOG
}

/** What the recovery is after its next events. */
const step = async (tx: Transaction, recovery: RecoveryModel) => {
  const { endpointId, until, cursorAt, cursorId, events, deliveries } = recovery
  const where = inTenant(tx, endpointId)
  const endpoint = await tx.db.webhookEndpoint.findFirstOrThrow({ where })
  const finishedAt = tx.now
  if (endpoint.archivedAt) return failed('endpoint_deleted', finishedAt)
  if (endpoint.status === 'DISABLED') return failed('endpoint_disabled', finishedAt)
  // Recoveries of one endpoint take turns: two that overlap deliver an event once.
  await tx.sql('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
    ADVISORY_LOCKS.webhookRecovery,
    endpointId,
  ])
  const looked = await tx.sql<LookedAt>(LOOK, [
    tx.tenantId,
    endpointId,
    cursorAt,
    cursorId,
    until,
    RECOVERY_BATCH,
  ])
  const missed = looked.filter((event) => event.missed)
  await deliver(tx, recovery, missed)
  const last = looked.at(-1)
  return {
    events: events + looked.length,
    deliveries: deliveries + missed.length,
    ...(last && { cursorAt: last.createdAt, cursorId: last.eventId }),
    ...(looked.length < RECOVERY_BATCH && { status: 'DONE' as const, finishedAt }),
  }
}

const failed = (statusReason: string, finishedAt: Date) => ({
  status: 'FAILED' as const,
  statusReason,
  finishedAt,
})

const deliver = (
  tx: Transaction,
  { id, endpointId }: RecoveryModel,
  missed: readonly LookedAt[],
): Promise<unknown> =>
  tx.sql(DELIVER, [
    tx.tenantId,
    missed.map(() => newId('delivery')),
    endpointId,
    missed.map(({ eventId }) => eventId),
    missed.map(({ type }) => type),
    missed.map(({ createdAt }) => createdAt),
    missed.map(({ originalId }) => originalId),
    id,
    tx.now,
  ])

interface LookedAt {
  eventId: string
  type: string
  createdAt: Date
  /** The event's first delivery to the endpoint, if there was one. */
  originalId: string | null
  missed: boolean
}

const PENDING = `
  SELECT count(*)::int AS pending FROM (
    SELECT FROM webhook_recoveries r
    JOIN webhook_deliveries d ON d.tenant_id = r.tenant_id AND d.endpoint_id = r.endpoint_id
    WHERE r.tenant_id = $1 AND r.id = $2 AND d.status = 'pending' LIMIT $3
  ) AS waiting`

/** An event that was not fanned out yet will be: it is not missed. */
const LOOK = `
  SELECT o.id AS "eventId", o.type, o.created_at AS "createdAt", original.id AS "originalId",
         o.done_at IS NOT NULL AND ${wantsEvent('e', 'o')} AND NOT EXISTS (
           SELECT FROM webhook_deliveries d
           WHERE d.tenant_id = o.tenant_id AND d.event_id = o.id AND d.endpoint_id = e.id
             AND d.status IN ('pending', 'succeeded')) AS missed
  FROM outbox o
  JOIN webhook_endpoints e ON e.tenant_id = o.tenant_id AND e.id = $2
  LEFT JOIN webhook_deliveries original ON original.tenant_id = o.tenant_id AND original.event_id = o.id
    AND original.endpoint_id = e.id AND original.redelivery_of IS NULL
  WHERE o.tenant_id = $1 AND o.kind = 'event' AND o.created_at < $5
    AND (o.created_at, o.id) > ($3::timestamptz, $4::text)
  ORDER BY o.created_at, o.id LIMIT $6`

const DELIVER = `
  INSERT INTO webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, status, event_created_at,
    next_attempt_at, redelivery_of, recovery_id, created_at, updated_at)
  SELECT $1, d.id, $3, d.event_id, d.event_type, 'pending', d.event_created_at, $9, d.redelivery_of, $8, $9, $9
  FROM unnest($2::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
    AS d(id, event_id, event_type, event_created_at, redelivery_of)
  ON CONFLICT DO NOTHING`
