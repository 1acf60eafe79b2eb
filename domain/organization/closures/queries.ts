import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toClosure } from './schemas.ts'

export const ClosureQuery = listQuery('closure', ['-createdAt', 'createdAt'], {
  locationId: idOf('location').optional(),
  ...archivedQuery,
})
export type ClosureQuery = z.infer<typeof ClosureQuery>

const closures = recordQueries({
  permission: 'closures:read',
  name: 'closure',
  find: ({ db }, selection: Selection<Prisma.ClosureWhereInput>) => db.closure.findMany(selection),
  show: each(toClosure),
})

export const loadClosure = closures.load
export const getClosure = closures.get
export const listClosures = closures.list((query: ClosureQuery) => ({
  ...archivedFilter(query),
  ...given(query, 'locationId'),
}))
