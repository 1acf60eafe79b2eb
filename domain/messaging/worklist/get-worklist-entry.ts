import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { loadEntry } from './load-entry.ts'
import type { WorklistEntry } from './schemas.ts'
import { showEntries } from './show-entries.ts'

/** An entry with what the caller may do about it. */
export const getWorklistEntry = (
  ctx: Context,
  { entryId }: { entryId: string },
): Promise<WorklistEntry> =>
  read(ctx, 'tasks:read', async (reader) => {
    const [entry] = await showEntries(reader, [await loadEntry(reader, entryId)])
    return entry!
  })
