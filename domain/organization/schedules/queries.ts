import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { archivedFilter, archivedQuery } from '#platform/core/archived-filter.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { toSchedule } from './schemas.ts'

export const ScheduleQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  providerId: idOf('provider').optional(),
  locationId: idOf('location').optional(),
  ...archivedQuery,
})
export type ScheduleQuery = z.infer<typeof ScheduleQuery>

export const getSchedule = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'schedules:read', async (reader) => toSchedule(await loadSchedule(reader, id)))

export const listSchedules = (ctx: Context, query: ScheduleQuery) =>
  read(ctx, 'schedules:read', (reader) => {
    const { providerId, locationId } = query
    const filter = {
      tenantId: reader.tenantId,
      ...archivedFilter(query),
      ...(providerId && { providerId }),
      ...(locationId && { locationId }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.schedule.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toSchedule,
    )
  })

export const loadSchedule = async (reader: Reader, id: string) => {
  const row = await reader.db.schedule.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('schedule')
  return row
}
