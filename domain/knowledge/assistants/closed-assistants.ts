import { can } from '#platform/core/access/permissions.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/**
 * Assistants that are closed to the caller, because the published version is for roles that the caller lacks.
 * Knowledge managers can read all, and roles do not apply to API keys.
 */
export const closedAssistants = async (reader: Reader): Promise<string[]> => {
  const { tenantId, actor } = reader
  if (actor.kind !== 'USER' || can(actor, 'knowledge:write')) return []
  const rows = await reader.sql<{ id: string }>(CLOSED, [tenantId, actor.id])
  return rows.map(({ id }) => id)
}

/** A filter for records of assistants that are not closed to the caller. */
export const ofOpenAssistants = async (
  reader: Reader,
): Promise<{ assistantId?: { notIn: string[] } }> => {
  const closed = await closedAssistants(reader)
  return closed.length === 0 ? {} : { assistantId: { notIn: closed } }
}

const CLOSED = `
  SELECT a.id FROM assistants a
  JOIN assistant_versions v ON v.tenant_id = $1 AND v.assistant_id = a.id AND v.number = a.published_version
  WHERE a.tenant_id = $1 AND v.roles <> '{}'
    AND NOT v.roles && COALESCE((SELECT u.roles FROM users u WHERE u.tenant_id = $1 AND u.id = $2), '{}')`
