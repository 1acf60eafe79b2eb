import { auditRow } from '../core/audit/audit-row.ts'
import type { Context } from '../core/context/context.ts'
import { notFound } from '../core/errors/errors.ts'
import { insertInto } from '../core/sql/insert-into.ts'
import { RELEASE } from './channels.ts'

export interface DroppedMessage {
  id: string
  workflow: string
  subjectId: string
  attempts: number
  error: string | null
}

/**
 * Discards a message: it neither starts nor wakes its workflow, and later messages of the subject continue.
 * Audited in the same transaction.
 */
export const dropWorkflowMessage = async (
  ctx: Context,
  { id, reason }: { id: string; reason: string },
): Promise<DroppedMessage> => {
  const { database, clock } = ctx.platform
  const client = await database.system.connect()
  try {
    await client.query('BEGIN')
    const now = clock.now()
    const { rows } = await client.query<DroppedMessage>(DROP, [ctx.tenantId, id, now])
    const [dropped] = rows
    if (!dropped) throw notFound('message that waits for its hand-over')
    const { workflow, subjectId, attempts, error } = dropped
    const changes = { workflow, subjectId, attempts, error, reason }
    const facts = { occurredAt: now, outcome: 'ALLOWED', changes } as const
    const subject = { type: 'workflowMessage', id } as const
    await client.query(insertInto('audit_entries', auditRow(ctx, { ...facts, subject })))
    await client.query(RELEASE)
    await client.query('COMMIT')
    return dropped
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

const DROP = `
  UPDATE outbox SET done_at = $3
  WHERE tenant_id = $1 AND id = $2 AND kind = 'workflow' AND done_at IS NULL
  RETURNING id, type AS workflow, subject_id AS "subjectId", attempts, last_error AS error`
