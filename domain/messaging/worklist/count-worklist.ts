import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { partsOf } from './parts-of.ts'
import type { Readable } from './readable.ts'
import type { WorklistCounts, WorklistFilters } from './schemas.ts'
import { selectionOf } from './selection-of.ts'
import { WORKLIST_KINDS, type WorklistKind } from './worklist-kinds.ts'
import { worklistSql } from './worklist-sql.ts'

interface Counted {
  kind: WorklistKind
  count: number
  overdue: number
}

/** The number of entries of each kind. */
export const countWorklist = async (
  ctx: Context,
  query: WorklistFilters,
): Promise<WorklistCounts> => {
  const counted: Counted[] = []
  for (const { ctx: sight, ...part } of partsOf(ctx, query.kind))
    counted.push(...(await countPart(sight, query, part)))
  const sum = (of: 'count' | 'overdue', entries: readonly Counted[] = counted) =>
    entries.reduce((total, it) => total + it[of], 0)
  const kinds = WORKLIST_KINDS.flatMap((kind) => {
    const entries = counted.filter((it) => it.kind === kind)
    return entries.length === 0
      ? []
      : [{ kind, count: sum('count', entries), overdue: sum('overdue', entries) }]
  })
  return { total: sum('count'), overdue: sum('overdue'), kinds }
}

const countPart = (ctx: Context, query: WorklistFilters, part: Readable): Promise<Counted[]> =>
  read(
    ctx,
    'tasks:read',
    async (reader) => {
      const { narrowing, values } = await selectionOf(reader, query, part)
      const { count } = worklistSql(reader.platform.registry.worklist)
      return reader.sql<Counted>(count[narrowing], values)
    },
    // Planning the statement takes longer than executing it.
    { plansOnce: true },
  )
