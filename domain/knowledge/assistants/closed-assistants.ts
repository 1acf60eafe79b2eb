import { can } from '#platform/core/access/permissions.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { askingRoles } from './asking-roles.ts'

/**
 * Assistants that are closed to the caller, because the published version is for roles that the caller lacks.
 * Knowledge managers can read all.
 */
export const closedAssistants = async (reader: Reader): Promise<string[]> => {
  if (can(reader.actor, 'knowledge:write')) return []
  const roles = await askingRoles(reader)
  if (!roles) return []
  const rows = await reader.sql<{ id: string }>(CLOSED, [reader.tenantId, roles])
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
  WHERE a.tenant_id = $1 AND v.roles <> '{}' AND NOT v.roles && $2`
