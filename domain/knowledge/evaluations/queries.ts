import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toEvaluation } from './schemas.ts'

export const EvaluationQuery = listQuery('evaluation', ['-createdAt', 'createdAt', 'name'], {
  assistantId: idOf('assistant')
    .optional()
    .meta({ description: 'Returns only records of this assistant.' }),
  ...archivedQuery,
})
export type EvaluationQuery = z.infer<typeof EvaluationQuery>

const evaluations = recordQueries({
  permission: 'ai-evaluations:read',
  name: 'evaluation',
  find: ({ db }, selection: Selection<Prisma.EvaluationWhereInput>) =>
    db.evaluation.findMany(selection),
  show: each(toEvaluation),
})

export const loadEvaluation = evaluations.load
export const getEvaluation = evaluations.get
export const listEvaluations = evaluations.list((query: EvaluationQuery) => ({
  ...archivedFilter(query),
  ...given(query, 'assistantId'),
}))
