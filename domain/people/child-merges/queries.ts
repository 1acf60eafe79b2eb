import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery } from '#platform/core/paging.ts'
import { recordQueries, type Selection } from '#platform/core/record-queries.ts'
import { toChildMerge } from './schemas.ts'

export const ChildMergeQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  childId: idOf('child').optional().meta({ description: 'The record that goes on.' }),
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
export const listChildMerges = childMerges.list(({ childId }: ChildMergeQuery) => ({
  ...(childId && { survivorId: childId }),
}))
