import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { ErasureStatus, toErasure } from './schemas.ts'

export const ErasureQuery = listQuery('erasure', ['-createdAt', 'createdAt'], {
  childId: idOf('child').optional(),
  clientId: idOf('client').optional(),
  status: anyOf(ErasureStatus, 'Returns only erasures with this status.'),
})
export type ErasureQuery = z.infer<typeof ErasureQuery>

const erasures = recordQueries({
  permission: 'erasures:read',
  name: 'erasure',
  find: ({ db }, selection: Selection<Prisma.ErasureWhereInput>) => db.erasure.findMany(selection),
  show: each(toErasure),
})

export const loadErasure = erasures.load
export const getErasure = erasures.get
export const listErasures = erasures.list((query: ErasureQuery) =>
  given(query, 'childId', 'clientId', 'status'),
)
