import { invalidReference } from '#platform/core/errors/errors.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/** Refuses ids of people, services and payers outside the centre. Built-in roles have no id and are not checked. */
export const assertKnown = async (
  reader: Reader,
  named: Readonly<Record<string, readonly string[] | null>>,
): Promise<void> => {
  const ids = Object.entries(named).flatMap(([member, values]) =>
    (values ?? []).flatMap((id) => {
      const type = subjectOf(id)?.type
      return type ? [{ member, id, type }] : []
    }),
  )
  const rows = await reader.sql<{ id: string }>(KNOWN, [reader.tenantId, ids.map(({ id }) => id)])
  const known = new Set(rows.map(({ id }) => id))
  const unknown = ids.find(({ id }) => !known.has(id))
  if (unknown) throw invalidReference(`parameters.${unknown.member}`, unknown.type)
}

const KNOWN = `
  SELECT id FROM users WHERE tenant_id = $1 AND id = ANY ($2)
  UNION ALL SELECT id FROM roles WHERE tenant_id = $1 AND id = ANY ($2) AND archived_at IS NULL
  UNION ALL SELECT id FROM locations WHERE tenant_id = $1 AND id = ANY ($2)
  UNION ALL SELECT id FROM providers WHERE tenant_id = $1 AND id = ANY ($2)
  UNION ALL SELECT id FROM services WHERE tenant_id = $1 AND id = ANY ($2)
  UNION ALL SELECT id FROM payers WHERE tenant_id = $1 AND id = ANY ($2)`
