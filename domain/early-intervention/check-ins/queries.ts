import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery } from '#platform/core/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/record-queries.ts'
import { toCheckIn } from './schemas.ts'

export const CheckInQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  programId: idOf('program').optional(),
  clientId: idOf('client').optional(),
  unseen: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'true: only those that worry and that nobody has seen to.' }),
})
export type CheckInQuery = z.infer<typeof CheckInQuery>

const checkIns = recordQueries({
  permission: 'check-ins:read',
  name: 'check-in',
  find: ({ db }, selection: Selection<Prisma.CheckInWhereInput>) => db.checkIn.findMany(selection),
  show: each(toCheckIn),
})

export const loadCheckIn = checkIns.load
export const getCheckIn = checkIns.get
export const listCheckIns = checkIns.list(({ unseen, ...query }: CheckInQuery) => ({
  ...given(query, 'programId', 'clientId'),
  ...(unseen === 'true' && { worrying: true, acknowledgedAt: null }),
}))
