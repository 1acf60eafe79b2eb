import { invalidReference } from './errors.ts'
import type { Reader } from './transaction.ts'

/** Archivable records that bodies refer to, and where they are. */
const TABLES = {
  location: 'locations',
  room: 'rooms',
  service: 'services',
  client: 'clients',
  child: 'children',
  provider: 'providers',
  'note template': 'note_templates',
  'form template': 'form_templates',
  'assessment instrument': 'assessment_instruments',
} as const

/**
 * Refuses references to records that the tenant does not have or has archived.
 * @param references Id by the path of the member that names it; null and undefined name nothing.
 */
export const assertReferences = async (
  reader: Reader,
  entity: keyof typeof TABLES,
  references: Record<string, string | null | undefined>,
): Promise<void> => {
  const named = Object.entries(references).filter((entry): entry is [string, string] => !!entry[1])
  if (named.length === 0) return
  const rows = await reader.sql<{ id: string }>(
    `SELECT id FROM ${TABLES[entity]} WHERE tenant_id = $1 AND id = ANY ($2) AND archived_at IS NULL`,
    [reader.tenantId, named.map(([, id]) => id)],
  )
  const found = new Set(rows.map((row) => row.id))
  const missing = named.find(([, id]) => !found.has(id))
  if (missing) throw invalidReference(missing[0], entity)
}
