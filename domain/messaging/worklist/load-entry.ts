import { notFound } from '#platform/core/errors/errors.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { EntryRow } from './entry-row.ts'
import { recordOfEntry } from './record-of-entry.ts'
import { readable } from './readable.ts'
import { worklistSql } from './worklist-sql.ts'

/** An entry that waits now and that the caller may see, also if it is snoozed. */
export const loadEntry = async (reader: Reader, id: string): Promise<EntryRow> => {
  const row = await findEntry(reader, id)
  if (!row) throw notFound('worklist entry')
  return row
}

/** Like `loadEntry`; undefined if nothing waits. */
export const findEntry = async (reader: Reader, id: string): Promise<EntryRow | undefined> => {
  const { kinds, followUps } = readable(reader)
  const { one } = worklistSql(reader.platform.registry.worklist)
  const values = [reader.tenantId, reader.now, followUps, kinds, recordOfEntry(id), id]
  const [row] = await reader.sql<EntryRow>(one, values)
  return row
}
