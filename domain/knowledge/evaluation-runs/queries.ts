import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, instantRange, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { RUN_STATUSES } from './rules.ts'
import { toEvaluationResult, toEvaluationRun, type EvaluationResult } from './schemas.ts'

export const EvaluationRunQuery = listQuery('evaluationRun', ['-createdAt', 'createdAt'], {
  assistantId: idOf('assistant')
    .optional()
    .meta({ description: 'Returns only records of this assistant.' }),
  evaluationId: idOf('evaluation')
    .optional()
    .meta({ description: 'Returns only runs of this evaluation.' }),
  assistantVersion: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .meta({ description: 'Returns only runs of this version of the assistant.' }),
  status: anyOf(RUN_STATUSES, 'Returns only runs with this status.'),
  ...instantRange('createdAt'),
})
export type EvaluationRunQuery = z.infer<typeof EvaluationRunQuery>

const runs = recordQueries({
  permission: 'ai-evaluations:read',
  name: 'run of an evaluation',
  find: ({ db }, selection: Selection<Prisma.EvaluationRunWhereInput>) =>
    db.evaluationRun.findMany(selection),
  show: each(toEvaluationRun),
})

export const loadEvaluationRun = runs.load
export const getEvaluationRun = runs.get
export const listEvaluationRuns = runs.list((query: EvaluationRunQuery) =>
  given(query, 'assistantId', 'evaluationId', 'assistantVersion', 'status'),
)

/** The results of a run, by question and in order. */
export const listEvaluationResults = (
  ctx: Context,
  { id }: { id: string },
): Promise<{ data: EvaluationResult[] }> =>
  read(ctx, 'ai-evaluations:read', async (reader) => {
    await loadEvaluationRun(reader, id)
    const rows = await reader.db.evaluationResult.findMany({
      where: { tenantId: reader.tenantId, runId: id },
      orderBy: { number: 'asc' },
    })
    return { data: rows.map(toEvaluationResult) }
  })
