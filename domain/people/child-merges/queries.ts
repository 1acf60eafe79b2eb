import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { recordQueries, whereAny, type Selection } from '#platform/core/lists/record-queries.ts'
import { MergeStatus, REVERSIBLE_MS } from './rules.ts'
import { toChildMerge } from './schemas.ts'

export const ChildMergeQuery = listQuery('childMerge', ['-createdAt', 'createdAt'], {
  childId: idOf('child').optional().meta({ description: 'The surviving record.' }),
  status: anyOf(MergeStatus, 'Returns only merges with this status.'),
})
export type ChildMergeQuery = z.infer<typeof ChildMergeQuery>

const childMerges = recordQueries({
  permission: 'child-merges:read',
  name: 'child merge',
  find: ({ db }, selection: Selection<Prisma.ChildMergeWhereInput>) =>
    db.childMerge.findMany(selection),
  show: (rows, { now }) => rows.map((row) => toChildMerge(row, now)),
})

export const loadChildMerge = childMerges.load
export const getChildMerge = childMerges.get
export const listChildMerges = childMerges.list(({ childId, status }: ChildMergeQuery, { now }) => {
  const reversibleSince = new Date(now.getTime() - REVERSIBLE_MS)
  return {
    ...(childId && { survivorId: childId }),
    ...whereAny<MergeStatus, Prisma.ChildMergeWhereInput>(status, {
      MERGED: { reversedAt: null, createdAt: { gte: reversibleSince } },
      FINAL: { reversedAt: null, createdAt: { lt: reversibleSince } },
      REVERSED: { reversedAt: { not: null } },
    }),
  }
})
