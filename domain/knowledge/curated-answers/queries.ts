import type { z } from 'zod'
import type { CuratedAnswer as CuratedAnswerModel, Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { ofOpenAssistants } from '../assistants/closed-assistants.ts'
import { citationsOf, toCuratedAnswer, type CuratedAnswer } from './schemas.ts'

export const CuratedAnswerQuery = listQuery('curatedAnswer', ['-createdAt', 'createdAt'], {
  assistantId: idOf('assistant')
    .optional()
    .meta({ description: 'Returns only records of this assistant.' }),
  ...archivedQuery,
})
export type CuratedAnswerQuery = z.infer<typeof CuratedAnswerQuery>

/** Adds the state of the cited documents. */
export const showCuratedAnswers = async (
  rows: readonly CuratedAnswerModel[],
  { db, tenantId }: Reader,
): Promise<CuratedAnswer[]> => {
  const cited = new Map(rows.map((row) => [row.id, citationsOf(row)]))
  const ids = new Set([...cited.values()].flat().map(({ documentId }) => documentId))
  const ready = await db.knowledgeDocument.findMany({
    where: { tenantId, id: { in: [...ids] }, status: 'READY' },
    select: { id: true },
  })
  const current = new Set(ready.map(({ id }) => id))
  return rows.map((row) =>
    toCuratedAnswer(row, !cited.get(row.id)!.every(({ documentId }) => current.has(documentId))),
  )
}

const answers = recordQueries({
  permission: 'knowledge:read',
  name: 'curated answer',
  find: async (reader, { where, ...selection }: Selection<Prisma.CuratedAnswerWhereInput>) =>
    reader.db.curatedAnswer.findMany({
      ...selection,
      where: { AND: [where, await ofOpenAssistants(reader)] },
    }),
  show: showCuratedAnswers,
})

export const loadCuratedAnswer = answers.load
export const getCuratedAnswer = answers.get
export const listCuratedAnswers = answers.list((query: CuratedAnswerQuery) => ({
  ...archivedFilter(query),
  ...given(query, 'assistantId'),
}))
