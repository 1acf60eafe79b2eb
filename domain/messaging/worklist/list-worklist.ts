import type { Context } from '#platform/core/context/context.ts'
import { paginate, type Keyset, type Page } from '#platform/core/lists/paging.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import type { EntryRow } from './entry-row.ts'
import { partsOf } from './parts-of.ts'
import type { Readable } from './readable.ts'
import type { WorklistEntry, WorklistQuery } from './schemas.ts'
import { selectionOf } from './selection-of.ts'
import { showEntries } from './show-entries.ts'
import { worklistSql } from './worklist-sql.ts'

/** An entry with the values by which it is sorted. */
interface Sorted {
  id: string
  dueAt: Date
  entry: WorklistEntry
}

/**
 * The worklist: open tasks, steps of follow-ups that need a person, and records in states that only a person can
 * end. Nothing is copied: each entry is derived from its record, as the kind declares (domain/messaging/README.md).
 */
export const listWorklist = async (
  ctx: Context,
  query: WorklistQuery,
): Promise<Page<WorklistEntry>> => {
  const parts = partsOf(ctx, query.kind)
  const page = await paginate(ctx, query, async (keyset, through) => {
    const lists: Sorted[][] = []
    for (const { ctx: sight, ...part } of parts)
      lists.push(await listPart(sight, query, part, keyset, through))
    return merged(lists, keyset)
  })
  return { ...page, data: page.data.map(({ entry }) => entry) }
}

const listPart = (
  ctx: Context,
  query: WorklistQuery,
  part: Readable,
  { after, descending, take }: Keyset,
  through: (reader: Reader) => Reader,
): Promise<Sorted[]> =>
  read(
    ctx,
    'tasks:read',
    async (reader) => {
      const { narrowing, values } = await selectionOf(reader, query, part)
      const texts = worklistSql(reader.platform.registry.worklist).list[narrowing]
      const rows = await through(reader).sql<EntryRow>(
        texts[descending ? 'latestFirst' : 'earliestFirst'],
        [...values, after?.[0] ?? null, after?.[1] ?? null, take],
      )
      const entries = await showEntries(reader, rows)
      return rows.map(({ id, dueAt }, index) => ({ id, dueAt, entry: entries[index]! }))
    },
    // Planning the statement takes longer than executing it.
    { plansOnce: true },
  )

const merged = (lists: readonly Sorted[][], { descending, take }: Keyset): Sorted[] => {
  if (lists.length === 1) return lists[0]!
  const way = descending ? -1 : 1
  return lists
    .flat()
    .toSorted((a, b) => way * (a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : 1)))
    .slice(0, take)
}
