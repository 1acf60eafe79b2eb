import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { invalidReference, notFound } from '#platform/core/errors.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { toQuestionSet } from './schemas.ts'

export const QuestionSetQuery = z.strictObject(pageQuery('-createdAt', 'createdAt'))

export const getQuestionSet = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'check-in-questions:read', async (reader) => {
    const set = await findQuestionSet(reader, id)
    if (!set) throw notFound('check-in question set')
    return set
  })

export const listQuestionSets = (ctx: Context, query: z.infer<typeof QuestionSetQuery>) =>
  read(ctx, 'check-in-questions:read', (reader) =>
    paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.checkInQuestionSet.findMany({
          where: { AND: [{ tenantId: reader.tenantId }, where] },
          orderBy,
          take,
        }),
      toQuestionSet,
    ),
  )

export const findQuestionSet = async (reader: Reader, id: string) => {
  const row = await reader.db.checkInQuestionSet.findFirst({ where: inTenant(reader, id) })
  return row ? toQuestionSet(row) : undefined
}

export const assertQuestionSet = async (
  reader: Reader,
  id: string | null | undefined,
): Promise<void> => {
  if (id && !(await findQuestionSet(reader, id)))
    throw invalidReference('questionSetId', 'check-in question set')
}
