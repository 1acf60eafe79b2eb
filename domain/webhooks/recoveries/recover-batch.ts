import type { WebhookRecovery as RecoveryModel } from '#prisma/generated/client.ts'
import { ADVISORY_LOCKS } from '#platform/core/transactions/advisory-locks.ts'
import type { Context } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { inTenant, keyOf, touched } from '#platform/core/records/record-ref.ts'
import {
  read,
  transact,
  type Reader,
  type Transaction,
} from '#platform/core/transactions/transaction.ts'
import { lookForMissed } from './look-for-missed.ts'
import { deliverMissed } from './deliver-missed.ts'
import { loadRecovery } from './queries.ts'
import { webhookCourierWorkflow } from '../deliveries/workflows.ts'

/** The number of events per batch. */
export const RECOVERY_BATCH = 500
/** While an endpoint has this many waiting deliveries, a recovery adds none, so that new events do not queue behind them. */
export const RECOVERY_BACKLOG = 1_000

/** `more`: call it again immediately. `waiting`: the endpoint is busy. `finished`: nothing is left. */
export type RecoveryProgress = 'more' | 'waiting' | 'finished'

/** Executes one step of a recovery. It stores its position, so a repeated step adds nothing. */
export const recoverBatch = async (
  ctx: Context,
  { id }: { id: string },
): Promise<RecoveryProgress> => {
  if (await read(ctx, 'webhook-endpoints:read', (reader) => hasEnough(reader, id))) return 'waiting'
  return transact(ctx, 'webhook-endpoints:write', async (tx) => {
    await lockRecord(tx, 'webhook_recoveries', id)
    const before = await loadRecovery(tx, id)
    const subject = { type: 'webhookRecovery', id } as const
    if (before.status !== 'RUNNING') {
      tx.nothingChanged(subject)
      return 'finished'
    }
    const after = await tx.db.webhookRecovery.update({
      where: keyOf(tx, id),
      data: { ...(await step(tx, before)), ...touched(tx) },
    })
    tx.changed(subject, before, after)
    if (after.deliveries > before.deliveries) tx.wake(webhookCourierWorkflow, after.endpointId)
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

/** The state of the recovery after its next events. */
const step = async (tx: Transaction, recovery: RecoveryModel) => {
  const { endpointId, events, deliveries } = recovery
  const where = inTenant(tx, endpointId)
  const endpoint = await tx.db.webhookEndpoint.findFirstOrThrow({ where })
  const finishedAt = tx.now
  if (endpoint.archivedAt) return failed('endpoint_deleted', finishedAt)
  if (endpoint.status === 'DISABLED') return failed('endpoint_disabled', finishedAt)
  // Recoveries of one endpoint are serialized, so that overlapping ones deliver an event only once.
  await tx.sql('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
    ADVISORY_LOCKS.webhookRecovery,
    endpointId,
  ])
  const looked = await lookForMissed(tx, recovery, RECOVERY_BATCH)
  const missed = looked.filter((event) => event.missed)
  await deliverMissed(tx, recovery, missed)
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

const PENDING = `
  SELECT count(*)::int AS pending FROM (
    SELECT FROM webhook_recoveries r
    JOIN webhook_deliveries d ON d.tenant_id = r.tenant_id AND d.endpoint_id = r.endpoint_id
    WHERE r.tenant_id = $1 AND r.id = $2 AND r.status = 'RUNNING' AND d.status = 'PENDING' LIMIT $3
  ) AS waiting`
