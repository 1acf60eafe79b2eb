import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toSchedule } from './schemas.ts'

export const ScheduleQuery = listQuery('schedule', ['-createdAt', 'createdAt'], {
  providerId: idOf('provider').optional(),
  locationId: idOf('location').optional(),
  ...archivedQuery,
})
export type ScheduleQuery = z.infer<typeof ScheduleQuery>

const schedules = recordQueries({
  permission: 'schedules:read',
  name: 'schedule',
  find: ({ db }, selection: Selection<Prisma.ScheduleWhereInput>) =>
    db.schedule.findMany(selection),
  show: each(toSchedule),
})

export const loadSchedule = schedules.load
export const getSchedule = schedules.get
export const listSchedules = schedules.list((query: ScheduleQuery) => ({
  ...archivedFilter(query),
  ...given(query, 'providerId', 'locationId'),
}))
