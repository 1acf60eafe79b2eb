import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { invalidReference } from '#platform/core/errors/errors.ts'
import { additionsQuery } from '#platform/core/lists/paging.ts'
import { each, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { toQuestionSet } from './schemas.ts'

export const QuestionSetQuery = additionsQuery(
  'familyCheckInQuestionSet',
  'createdAt',
  ['-createdAt', 'createdAt'],
  {},
)

const questionSets = recordQueries({
  permission: 'family-check-in-questions:read',
  name: 'check-in question set',
  find: ({ db }, selection: Selection<Prisma.FamilyCheckInQuestionSetWhereInput>) =>
    db.familyCheckInQuestionSet.findMany(selection),
  show: each(toQuestionSet),
})

export const getQuestionSet = questionSets.get
export const listQuestionSets = questionSets.list((_: z.infer<typeof QuestionSetQuery>) => ({}))

export const findQuestionSet = async (reader: Reader, id: string) => {
  const row = await reader.db.familyCheckInQuestionSet.findFirst({ where: inTenant(reader, id) })
  return row ? toQuestionSet(row) : undefined
}

export const assertQuestionSet = async (
  reader: Reader,
  id: string | null | undefined,
): Promise<void> => {
  if (id && !(await findQuestionSet(reader, id)))
    throw invalidReference('questionSetId', 'check-in question set')
}
