import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toSuperbill } from './schemas.ts'

export const SuperbillQuery = listQuery('superbill', ['-createdAt', 'createdAt'], {
  childId: idOf('child').optional(),
  clientId: idOf('client').optional(),
})
export type SuperbillQuery = z.infer<typeof SuperbillQuery>

const superbills = recordQueries({
  permission: 'superbills:read',
  name: 'superbill',
  find: ({ db }, selection: Selection<Prisma.SuperbillWhereInput>) =>
    db.superbill.findMany(selection),
  show: each(toSuperbill),
})

export const getSuperbill = superbills.get
export const listSuperbills = superbills.list((query: SuperbillQuery) =>
  given(query, 'childId', 'clientId'),
)
