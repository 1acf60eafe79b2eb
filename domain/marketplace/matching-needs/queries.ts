import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { needCode, toMatchingNeed } from './schemas.ts'

export const MatchingNeedQuery = listQuery('matchingNeed', ['code', '-createdAt', 'createdAt'], {
  code: needCode().optional().meta({ description: 'Returns only the need with this code.' }),
  ...archivedQuery,
})
export type MatchingNeedQuery = z.infer<typeof MatchingNeedQuery>

const needs = recordQueries({
  permission: 'matching-needs:read',
  name: 'matching need',
  find: ({ db }, selection: Selection<Prisma.MatchingNeedWhereInput>) =>
    db.matchingNeed.findMany(selection),
  show: each(toMatchingNeed),
})

export const loadMatchingNeed = needs.load
export const getMatchingNeed = needs.get
export const listMatchingNeeds = needs.list((query: MatchingNeedQuery) => ({
  ...archivedFilter(query),
  ...given(query, 'code'),
}))
