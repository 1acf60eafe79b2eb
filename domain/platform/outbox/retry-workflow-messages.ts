import type { Platform } from '../core/context/platform.ts'
import { RELEASE } from './channels.ts'

/** Selects one message, or all messages that Temporal refused, of one centre or all. */
export interface RefusedMessages {
  id?: string
  tenantId?: string
}

/** Retries messages that Temporal refused immediately. Returns their ids. */
export const retryWorkflowMessages = async (
  { database, clock }: Platform,
  { id, tenantId }: RefusedMessages,
): Promise<string[]> => {
  const { rows } = await database.system.query<{ id: string }>(RETRY, [
    clock.now(),
    id ?? null,
    tenantId ?? null,
  ])
  if (rows.length > 0) await database.system.query(RELEASE)
  return rows.map((row) => row.id)
}

const RETRY = `
  UPDATE outbox SET available_at = $1
  WHERE kind = 'workflow' AND done_at IS NULL AND attempts > 0
    AND ($2::text IS NULL OR id = $2) AND ($3::text IS NULL OR tenant_id = $3)
  RETURNING id`
