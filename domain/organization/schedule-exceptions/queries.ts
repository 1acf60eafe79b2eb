import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { archivedFilter, archivedQuery } from '#platform/core/archived-filter.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { toScheduleException } from './schemas.ts'

export const ScheduleExceptionQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  providerId: idOf('provider').optional(),
  locationId: idOf('location').optional(),
  ...archivedQuery,
})
export type ScheduleExceptionQuery = z.infer<typeof ScheduleExceptionQuery>

export const getScheduleException = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'schedules:read', async (reader) =>
    toScheduleException(await loadScheduleException(reader, id)),
  )

export const listScheduleExceptions = (ctx: Context, query: ScheduleExceptionQuery) =>
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
        reader.db.scheduleException.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toScheduleException,
    )
  })

export const loadScheduleException = async (reader: Reader, id: string) => {
  const row = await reader.db.scheduleException.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('schedule exception')
  return row
}
