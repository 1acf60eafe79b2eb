import { missingOf, needsOfPersonsIn } from '#platform/core/access/withheld.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/**
 * The names of records by id; null for a record that has none, and for children and clients whom the reader may not
 * read. Records that do not exist, or that the reader does not see, are missing.
 */
export const namesOf = async (
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => {
  if (ids.length === 0) return new Map()
  const rows = await reader.sql<{ id: string; name: string | null }>(NAMES, [reader.tenantId, ids])
  return new Map(
    rows.map(({ id, name }) => [
      id,
      missingOf(reader.actor, needsOfPersonsIn(id)).length > 0 ? null : name,
    ]),
  )
}

const NAMES = `
  SELECT id, concat_ws(' ', first_name, last_name) AS name FROM children WHERE tenant_id = $1 AND id = ANY ($2)
  UNION ALL SELECT id, name FROM providers WHERE tenant_id = $1 AND id = ANY ($2)
  UNION ALL SELECT id, name FROM services WHERE tenant_id = $1 AND id = ANY ($2)
  UNION ALL SELECT id, name FROM locations WHERE tenant_id = $1 AND id = ANY ($2)
  UNION ALL SELECT id, name FROM clients WHERE tenant_id = $1 AND id = ANY ($2)
  UNION ALL SELECT id, name FROM labels WHERE tenant_id = $1 AND id = ANY ($2)
  UNION ALL SELECT id, name FROM rooms WHERE tenant_id = $1 AND id = ANY ($2)
  UNION ALL SELECT id, name FROM form_templates WHERE tenant_id = $1 AND id = ANY ($2)
  UNION ALL SELECT id, name FROM assessment_instruments WHERE tenant_id = $1 AND id = ANY ($2)
  UNION ALL SELECT hold_id, NULL FROM appointments WHERE tenant_id = $1 AND hold_id = ANY ($2)
  UNION ALL SELECT id, NULL FROM sessions WHERE tenant_id = $1 AND id = ANY ($2)
  UNION ALL SELECT id, NULL FROM early_intervention_programs WHERE tenant_id = $1 AND id = ANY ($2)`
