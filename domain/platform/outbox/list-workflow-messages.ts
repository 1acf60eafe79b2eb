import { z } from 'zod'
import type { Platform } from '../core/context/platform.ts'

/** Filters for pending workflow messages. */
export const WorkflowMessageQuery = z.strictObject({
  tenantId: z.string().exactOptional(),
  /** Selects only messages that Temporal refused. */
  refused: z.boolean().default(false),
  limit: z.int().min(1).max(1_000),
})

export interface WaitingMessage {
  id: string
  tenantId: string
  workflow: string
  subjectId: string
  action: string
  attempts: number
  createdAt: Date
  /** When it is handed over next. */
  availableAt: Date
  /** Why Temporal refused it. */
  error: string | null
}

/** Pending messages to workflows, oldest first, across centres. */
export const listWorkflowMessages = async (
  { database }: Platform,
  { tenantId, refused, limit }: z.infer<typeof WorkflowMessageQuery>,
): Promise<WaitingMessage[]> => {
  const { rows } = await database.system.query<WaitingMessage>(WAITING, [
    tenantId ?? null,
    refused,
    limit,
  ])
  return rows
}

const WAITING = `
  SELECT id, tenant_id AS "tenantId", type AS workflow, subject_id AS "subjectId", payload->>'action' AS action,
         attempts, created_at AS "createdAt", available_at AS "availableAt", last_error AS error
  FROM outbox
  WHERE kind = 'workflow' AND done_at IS NULL AND ($1::text IS NULL OR tenant_id = $1)
    AND (attempts > 0 OR NOT $2)
  ORDER BY seq LIMIT $3`
