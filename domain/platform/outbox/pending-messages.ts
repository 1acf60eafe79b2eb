import type { Platform } from '../core/context/platform.ts'
import {
  ORDINARY_TURN,
  URGENT_TURN,
  type WorkflowMessage,
} from '../core/workflow-kinds/workflows.ts'

/** A pending outbox row of kind `workflow`. */
export interface PendingMessage {
  tenantId: string
  id: string
  workflow: string
  subjectType: string
  subjectId: string
  /** The child whom the subject concerns; null if there is none. */
  childId: string | null
  payload: WorkflowMessage
  attempts: number
  availableAt: Date
  /** The trace of the write that caused it. */
  traceparent: string | null
}

export interface MessageQuery {
  limit: number
  now: Date
  /** The priority of each kind of workflow, lowest first. Kinds that are not listed have the ordinary priority. */
  turns: ReadonlyMap<string, number>
  /** The ids that the relay already holds. */
  held: readonly string[]
  /** Subjects that a failed row blocks. */
  blocked: readonly { tenantId: string; subjectId: string }[]
}

/** The messages to workflows that are due, by priority and oldest first, across tenants. Only the relay reads them. */
export const pendingMessages = async (
  platform: Platform,
  { limit, now, turns, held, blocked }: MessageQuery,
): Promise<PendingMessage[]> => {
  const { rows } = await platform.database.system.query<PendingMessage>({
    text: PENDING,
    values: [
      limit,
      held,
      blocked.map(({ tenantId }) => tenantId),
      blocked.map(({ subjectId }) => subjectId),
      now,
      [...turns.keys()],
      [...turns.values()],
    ],
  })
  return rows
}

/** Marks messages as handed over. */
export const markHandedOver = async (
  platform: Platform,
  messages: readonly PendingMessage[],
): Promise<void> => {
  await platform.database.system.query({
    text: DONE,
    values: [
      messages.map(({ tenantId }) => tenantId),
      messages.map(({ id }) => id),
      platform.clock.now(),
    ],
  })
}

/** Records that a message was refused, for a reason of its own, and when it is tried again. */
export const postponeMessage = async (
  platform: Platform,
  message: PendingMessage,
  { error, until }: { error: string; until: Date },
): Promise<void> => {
  await platform.database.system.query({
    name: 'message_postponed',
    text: POSTPONE,
    values: [message.tenantId, message.id, until, error.slice(0, 500)],
  })
}

const PENDING = `
  SELECT tenant_id AS "tenantId", id, type AS workflow, subject_type AS "subjectType",
         subject_id AS "subjectId", therapy.child_of_subject(tenant_id, subject_id) AS "childId",
         payload, attempts, available_at AS "availableAt", traceparent
  FROM outbox
  WHERE done_at IS NULL AND kind = 'workflow' AND id <> ALL ($2::text[])
    AND (tenant_id, subject_id) NOT IN (SELECT * FROM unnest($3::text[], $4::text[]))
    -- One that failed holds up its subject until its time; one that is meant for later does not.
    AND (attempts > 0 OR available_at <= $5)
  ORDER BY CASE WHEN payload ? 'urgent' THEN ${URGENT_TURN}
    ELSE COALESCE(($7::int[])[array_position($6::text[], type)], ${ORDINARY_TURN}) END, seq LIMIT $1`

const DONE = `
  UPDATE outbox o SET done_at = $3, last_error = NULL
  FROM unnest($1::text[], $2::text[]) AS handed(tenant_id, id)
  WHERE o.tenant_id = handed.tenant_id AND o.id = handed.id`

const POSTPONE = `
  UPDATE outbox SET attempts = attempts + 1, available_at = $3, last_error = $4
  WHERE tenant_id = $1 AND id = $2`
