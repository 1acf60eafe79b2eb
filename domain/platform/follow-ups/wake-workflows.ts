import type { Context } from '../core/context.ts'
import { transact } from '../core/transaction.ts'
import type { WorkflowName } from '../core/workflows.ts'

const BATCH_SIZE = 500

/** Each wake-up is a replay and a new plan, 45 ms of processor: faster than this, tasks would time out. */
const PER_SECOND = 10

/**
 * Wakes every workflow of a centre that its records say has something to do; one that Temporal has
 * lost is started. For after Temporal was restored, or replaced by an empty one. Safe at any time,
 * and twice. Couriers are not among them: the relay looks for neglected endpoints by itself. They are
 * handed over some a second, so that the centre's other work goes on beside them.
 */
export const wakeWorkflows = async (
  ctx: Context,
  { perSecond = PER_SECOND }: { perSecond?: number } = {},
): Promise<{ woken: number; seconds: number }> => {
  let woken = 0
  const from = ctx.platform.clock.now()
  const turnOf = (index: number) =>
    new Date(from.getTime() + Math.floor((woken + index) / perSecond) * 1_000)
  for (let after: string | undefined = ''; after !== undefined;) {
    const batch = await wakeBatch(ctx, after, turnOf)
    woken += batch.length
    after = batch.length === BATCH_SIZE ? batch.at(-1)?.id : undefined
  }
  return { woken, seconds: Math.ceil(woken / perSecond) }
}

const wakeBatch = (
  ctx: Context,
  after: string,
  turnOf: (index: number) => Date,
): Promise<Unfinished[]> =>
  transact(ctx, 'follow-ups:write', async (tx) => {
    const batch = await tx.sql<Unfinished>(UNFINISHED, [tx.tenantId, after, BATCH_SIZE, tx.now])
    for (const [index, { workflow, subjectId }] of batch.entries())
      tx.wake(workflow, subjectId, turnOf(index))
    tx.audit({ type: 'tenant', id: tx.tenantId }, undefined, { woken: batch.length })
    return batch
  })

interface Unfinished {
  id: string
  workflow: WorkflowName
  subjectId: string
}

/** A follow-up's kind is the name of its workflow. Consents and accesses are older than what chases them. */
const UNFINISHED = `
  SELECT id, workflow, "subjectId" FROM (
    SELECT tenant_id, id, kind AS workflow, subject_id AS "subjectId" FROM follow_ups WHERE status = 'ACTIVE'
    UNION ALL
    SELECT tenant_id, id, 'messageDelivery', id FROM messages WHERE status = 'QUEUED'
    UNION ALL
    SELECT tenant_id, id, 'paymentCapture', id FROM payments WHERE status = 'PROCESSING'
    UNION ALL
    SELECT tenant_id, id, 'personExport', id FROM person_exports WHERE status <> 'EXPIRED'
    UNION ALL
    SELECT tenant_id, id, 'personErasure', id FROM erasures WHERE status IN ('SCHEDULED', 'RUNNING', 'RETAINING')
    UNION ALL
    SELECT tenant_id, id, 'clockMoving', id FROM holiday_calendars WHERE moving = 'RUNNING'
    UNION ALL
    SELECT tenant_id, id, 'consentExpiry', id FROM consents c
    WHERE revoked_at IS NULL AND expires_at > $4 AND NOT EXISTS (
      SELECT FROM follow_ups f
      WHERE f.tenant_id = c.tenant_id AND f.subject_id = c.id AND f.kind = 'consentExpiry')
    UNION ALL
    SELECT tenant_id, id, 'breakGlassReview', id FROM break_glass_grants g
    WHERE reviewed_at IS NULL AND NOT EXISTS (
      SELECT FROM follow_ups f
      WHERE f.tenant_id = g.tenant_id AND f.subject_id = g.id AND f.kind = 'breakGlassReview')
    UNION ALL
    SELECT tenant_id, id, 'webhookRecovery', id FROM webhook_recoveries WHERE status = 'RUNNING'
  ) unfinished
  WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $3`
