import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, instantRange, listQuery, within } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { affectedBy } from './affected-by.ts'
import { TimeOffStatus } from './rules.ts'
import { toTimeOff, type TimeOffDetails } from './schemas.ts'

export const TimeOffQuery = listQuery(
  'timeOff',
  ['-createdAt', 'createdAt', 'startsAt', '-startsAt'],
  {
    providerId: idOf('provider').optional(),
    status: anyOf(TimeOffStatus, 'Returns only time off with this status.'),
    ...instantRange('startsAt'),
  },
)
export type TimeOffQuery = z.infer<typeof TimeOffQuery>

/** Includes the appointments that are affected now, with alternatives. */
export const getTimeOff = (ctx: Context, { id }: { id: string }): Promise<TimeOffDetails> =>
  read(ctx, 'time-off:read', async (reader) => {
    const row = await loadTimeOff(reader, id)
    return { ...toTimeOff(row), ...(await affectedBy(reader, row)) }
  })

const timeOff = recordQueries({
  permission: 'time-off:read',
  name: 'time off',
  find: ({ db }, selection: Selection<Prisma.TimeOffWhereInput>) => db.timeOff.findMany(selection),
  show: each(toTimeOff),
})

export const loadTimeOff = timeOff.load
export const listTimeOff = timeOff.list((query: TimeOffQuery) => ({
  ...given(query, 'providerId', 'status'),
  startsAt: within(query, 'startsAt'),
}))
