import type { Context } from '#platform/core/context/context.ts'
import { paginate } from '#platform/core/lists/paging.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import type { EntryRow } from './entry-row.ts'
import type { WorklistQuery } from './schemas.ts'
import { selectionOf } from './selection-of.ts'
import { showEntries } from './show-entries.ts'
import { worklistSql } from './worklist-sql.ts'

/**
 * The worklist: open tasks, steps of follow-ups that need a person, and records in states that only a person can
 * end. Nothing is copied: each entry is derived from its record, as the kind declares (domain/messaging/README.md).
 */
export const listWorklist = (ctx: Context, query: WorklistQuery) =>
  read(ctx, 'tasks:read', async (reader) => {
    const { narrowing, values } = await selectionOf(reader, query)
    const texts = worklistSql(reader.platform.registry.worklist).list[narrowing]
    const page = await paginate(reader, query, ({ after, descending, take }) =>
      reader.sql<EntryRow>(texts[descending ? 'latestFirst' : 'earliestFirst'], [
        ...values,
        after?.[0] ?? null,
        after?.[1] ?? null,
        take,
      ]),
    )
    return { ...page, data: await showEntries(reader, page.data) }
  })
