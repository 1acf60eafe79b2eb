import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { archivedFilter, archivedQuery } from '../core/filters.ts'
import { idOf } from '../core/ids.ts'
import { pageQuery, paginate } from '../core/paging.ts'
import { inTenant } from '../core/record-ref.ts'
import { read, type Reader } from '../core/transaction.ts'
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
