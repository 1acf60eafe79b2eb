import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { WORKLIST_KINDS, type WorklistKind } from './worklist-kinds.ts'
import type { WorklistCounts, WorklistFilters } from './schemas.ts'
import { selectionOf } from './selection-of.ts'
import { worklistSql } from './worklist-sql.ts'

interface Counted {
  kind: WorklistKind
  count: number
  overdue: number
}

/** The number of entries of each kind. */
export const countWorklist = (ctx: Context, query: WorklistFilters): Promise<WorklistCounts> =>
  read(ctx, 'tasks:read', async (reader) => {
    const { narrowing, values } = await selectionOf(reader, query)
    const counted = await reader.sql<Counted>(
      worklistSql(reader.platform.registry.worklist).count[narrowing],
      values,
    )
    const kinds = WORKLIST_KINDS.flatMap((kind) => counted.filter((it) => it.kind === kind))
    const sum = (of: 'count' | 'overdue') => kinds.reduce((total, it) => total + it[of], 0)
    return { total: sum('count'), overdue: sum('overdue'), kinds }
  })
