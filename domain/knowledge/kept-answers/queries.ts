import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, fact, instantRange, listQuery } from '#platform/core/lists/paging.ts'
import { can, type Actor } from '#platform/core/access/permissions.ts'
import {
  given,
  isSet,
  recordQueries,
  whereAny,
  type Selection,
} from '#platform/core/lists/record-queries.ts'
import { showKeptAnswers } from './show-kept-answers.ts'

const RATINGS = ['HELPFUL', 'NOT_HELPFUL'] as const

export const KeptAnswerQuery = listQuery('keptAnswer', ['-createdAt', 'createdAt'], {
  assistantId: idOf('assistant')
    .optional()
    .meta({ description: 'Returns only records of this assistant.' }),
  childId: idOf('child')
    .optional()
    .meta({ description: 'Returns only answers to questions about this child.' }),
  rated: fact('If true, returns only rated answers; if false, only unrated ones.'),
  rating: anyOf(RATINGS, 'Returns only answers with this rating.'),
  corrected: fact('If true, returns only corrected answers; if false, only the others.'),
  notFound: fact(
    'If true, returns only questions that the documents do not answer; if false, only the others.',
  ),
  ...instantRange('createdAt'),
})
export type KeptAnswerQuery = z.infer<typeof KeptAnswerQuery>

/**
 * Knowledge managers see all answers, and others only their own. Callers who may not read children see only
 * answers that are not about a child.
 */
const visibleTo = (actor: Actor): Prisma.KeptAnswerWhereInput[] => [
  ...(can(actor, 'knowledge:write') ? [] : [{ askedBy: actor.id }]),
  ...(can(actor, 'children:read') ? [] : [{ childId: null }]),
]

const answers = recordQueries({
  permission: 'knowledge-answers:read',
  name: 'kept answer',
  find: ({ db, actor }, { where, ...selection }: Selection<Prisma.KeptAnswerWhereInput>) =>
    db.keptAnswer.findMany({ ...selection, where: { AND: [where, ...visibleTo(actor)] } }),
  show: showKeptAnswers,
})

export const loadKeptAnswer = answers.load
export const getKeptAnswer = answers.get
export const listKeptAnswers = answers.list((query: KeptAnswerQuery) => ({
  ...given(query, 'assistantId', 'childId'),
  ...isSet('ratedAt', query.rated),
  ...isSet('correctedAt', query.corrected),
  ...whereAny(query.rating, { HELPFUL: { helpful: true }, NOT_HELPFUL: { helpful: false } }),
  ...(query.notFound && { notFound: query.notFound === 'true' }),
}))
