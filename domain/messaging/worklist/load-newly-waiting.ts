import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { EntryRow } from './entry-row.ts'
import { readable } from './readable.ts'
import type { WorklistKind } from './worklist-kinds.ts'
import { worklistSql } from './worklist-sql.ts'

interface Asked {
  /** All kinds by default. */
  kinds?: readonly WorklistKind[]
  /** The range in which entries began to wait: from, inclusive, until, exclusive. */
  from: Date
  until: Date
  limit: number
}

/**
 * The entries that began to wait in a range of time, earliest first, as the caller sees them. Snoozed entries are
 * included. The next call continues at `since` of the last entry.
 */
export const loadNewlyWaiting = (
  reader: Reader,
  { kinds: asked, from, until, limit }: Asked,
): Promise<EntryRow[]> => {
  const { kinds, followUps } = readable(reader, asked)
  const { since } = worklistSql(reader.platform.registry.worklist)
  const values = [reader.tenantId, reader.now, followUps, kinds, from, until, limit]
  return reader.sql<EntryRow>(since, values)
}
