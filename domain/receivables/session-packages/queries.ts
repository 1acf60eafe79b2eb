import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { additionsQuery, fact, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toSessionPackage, toSessionPackageMovement } from './schemas.ts'

export const SessionPackageQuery = listQuery('sessionPackage', ['-createdAt', 'createdAt'], {
  childId: idOf('child').optional(),
  clientId: idOf('client').optional(),
  payerId: idOf('payer').optional(),
  orderId: idOf('order').optional(),
  left: fact('If true, returns only packages with sessions left; if false, only the others.'),
})
export type SessionPackageQuery = z.infer<typeof SessionPackageQuery>

export const SessionPackageMovementQuery = additionsQuery(
  'sessionPackageMovement',
  'createdAt',
  ['createdAt', '-createdAt'],
  {},
)
export type SessionPackageMovementQuery = z.infer<typeof SessionPackageMovementQuery>

const packages = recordQueries({
  permission: 'session-packages:read',
  name: 'package',
  find: ({ db }, selection: Selection<Prisma.SessionPackageWhereInput>) =>
    db.sessionPackage.findMany(selection),
  show: each(toSessionPackage),
})

export const loadSessionPackage = packages.load
export const getSessionPackage = packages.get
export const listSessionPackages = packages.list(({ left, ...query }: SessionPackageQuery) => ({
  ...given(query, 'childId', 'clientId', 'payerId', 'orderId'),
  ...(left === 'true' && { balance: { gt: 0 } }),
  ...(left === 'false' && { balance: 0 }),
}))

const movements = recordQueries({
  permission: 'session-packages:read',
  name: 'movement of a package',
  find: ({ db }, selection: Selection<Prisma.SessionPackageMovementWhereInput>) =>
    db.sessionPackageMovement.findMany(selection),
  show: each(toSessionPackageMovement),
})

export const listSessionPackageMovements = movements.listOf(
  loadSessionPackage,
  (query: { id: string } & SessionPackageMovementQuery) => ({ packageId: query.id }),
)
