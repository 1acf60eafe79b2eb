import { z } from 'zod'
import type { Erasure as ErasureRow, Prisma } from '#prisma/generated/client.ts'
import { oneOf, withApprovableAlone } from '#platform/core/access/with-approvable-alone.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { ErasureStatus, toErasure } from './schemas.ts'

export const ErasureQuery = listQuery('erasure', ['-createdAt', 'createdAt'], {
  childId: idOf('child').optional(),
  clientId: idOf('client').optional(),
  status: anyOf(ErasureStatus, 'Returns only erasures with this status.'),
})
export type ErasureQuery = z.infer<typeof ErasureQuery>

const showErasures = withApprovableAlone(
  toErasure,
  ({ status, createdAt }: ErasureRow) => (status === 'AWAITING_APPROVAL' ? createdAt : null),
  { wait: 'LONGEST' },
)

/** With when it can be approved alone. */
export const showErasure = oneOf(showErasures)

const erasures = recordQueries({
  permission: 'erasures:read',
  name: 'erasure',
  find: ({ db }, selection: Selection<Prisma.ErasureWhereInput>) => db.erasure.findMany(selection),
  show: showErasures,
})

export const loadErasure = erasures.load
export const getErasure = erasures.get
export const listErasures = erasures.list((query: ErasureQuery) =>
  given(query, 'childId', 'clientId', 'status'),
)
