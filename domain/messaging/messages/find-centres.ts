import type { Platform } from '#platform/core/context/platform.ts'
import { systemSql } from '#platform/identity/system-sql.ts'

/** The centres of messages, by the message’s id: a report about them does not name the centre. */
export const findCentres = async (
  platform: Platform,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await systemSql(platform)<{ id: string; tenantId: string }>(FIND, [ids])
  return new Map(rows.map(({ id, tenantId }) => [id, tenantId]))
}

const FIND = {
  name: 'find_messages_by_id',
  text: `SELECT id, tenant_id AS "tenantId" FROM messages WHERE id = ANY ($1)`,
}
