import { RECORDS, type Referable } from '#vocabulary/resources.ts'
import { invalidReference } from '../errors/errors.ts'
import type { Reader } from '../transactions/transaction.ts'

/**
 * Refuses references to unknown or archived records.
 * @param references ids, keyed by the path of the member that refers; null and undefined refer to nothing.
 */
export const assertReferences = async (
  reader: Reader,
  entity: Referable,
  references: Record<string, string | null | undefined>,
): Promise<void> => {
  const named = Object.entries(references).filter((entry): entry is [string, string] => !!entry[1])
  if (named.length === 0) return
  const rows = await reader.sql<{ id: string }>(
    `SELECT id FROM ${RECORDS[entity].table} WHERE tenant_id = $1 AND id = ANY ($2) AND archived_at IS NULL`,
    [reader.tenantId, named.map(([, id]) => id)],
  )
  const found = new Set(rows.map((row) => row.id))
  const missing = named.find(([, id]) => !found.has(id))
  if (missing) throw invalidReference(missing[0], wordsOf(entity))
}

/** `noteTemplate` as words. */
const wordsOf = (entity: Referable) =>
  entity.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
