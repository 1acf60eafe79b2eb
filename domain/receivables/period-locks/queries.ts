import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { additionsQuery } from '#platform/core/lists/paging.ts'
import { each, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toPeriodLock } from './schemas.ts'

export const PeriodLockQuery = additionsQuery(
  'periodLock',
  'createdAt',
  ['-createdAt', 'createdAt'],
  {},
)
export type PeriodLockQuery = z.infer<typeof PeriodLockQuery>

const locks = recordQueries({
  permission: 'period-locks:read',
  name: 'period lock',
  find: ({ db }, selection: Selection<Prisma.PeriodLockWhereInput>) =>
    db.periodLock.findMany(selection),
  show: each(toPeriodLock),
})

export const getPeriodLock = locks.get
export const listPeriodLocks = locks.list((_: PeriodLockQuery) => ({}))
