import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toScheduleException } from './schemas.ts'

export const ScheduleExceptionQuery = listQuery('scheduleException', ['-createdAt', 'createdAt'], {
  providerId: idOf('provider').optional(),
  locationId: idOf('location').optional(),
  ...archivedQuery,
})
export type ScheduleExceptionQuery = z.infer<typeof ScheduleExceptionQuery>

const scheduleExceptions = recordQueries({
  permission: 'schedules:read',
  name: 'schedule exception',
  find: ({ db }, selection: Selection<Prisma.ScheduleExceptionWhereInput>) =>
    db.scheduleException.findMany(selection),
  show: each(toScheduleException),
})

export const loadScheduleException = scheduleExceptions.load
export const getScheduleException = scheduleExceptions.get
export const listScheduleExceptions = scheduleExceptions.list((query: ScheduleExceptionQuery) => ({
  ...archivedFilter(query),
  ...given(query, 'providerId', 'locationId'),
}))
