import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fact, listQuery } from '#platform/core/lists/paging.ts'
import {
  each,
  given,
  isSet,
  recordQueries,
  type Selection,
} from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { toGuardianship } from './schemas.ts'

export const GuardianshipQuery = listQuery('guardianship', ['-createdAt', 'createdAt'], {
  childId: idOf('child').optional(),
  clientId: idOf('client').optional(),
  ended: fact('If true, returns only records that have ended; if false, only current ones.'),
})
export type GuardianshipQuery = z.infer<typeof GuardianshipQuery>

const guardianships = recordQueries({
  permission: 'guardianships:read',
  name: 'guardianship',
  find: ({ db }, selection: Selection<Prisma.GuardianshipWhereInput>) =>
    db.guardianship.findMany(selection),
  show: each(toGuardianship),
})

export const loadGuardianship = guardianships.load
export const getGuardianship = guardianships.get
export const listGuardianships = guardianships.list(({ ended, ...query }: GuardianshipQuery) => ({
  ...given(query, 'childId', 'clientId'),
  ...isSet('endedAt', ended),
}))

/** The addressee of a child's orders: the billing guardian, or the first of several. */
export const loadBillingGuardianship = (reader: Reader, childId: string) =>
  reader.db.guardianship.findFirst({
    where: { tenantId: reader.tenantId, childId, billing: true, endedAt: null },
    orderBy: { id: 'asc' },
    select: { clientId: true, payerId: true },
  })
