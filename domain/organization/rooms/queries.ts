import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { archivedFilter, archivedQuery } from '#platform/core/archived-filter.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { toRoom } from './schemas.ts'

export const RoomQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'name'),
  locationId: idOf('location').optional(),
  ...archivedQuery,
})
export type RoomQuery = z.infer<typeof RoomQuery>

export const getRoom = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'rooms:read', async (reader) => toRoom(await loadRoom(reader, id)))

export const listRooms = (ctx: Context, query: RoomQuery) =>
  read(ctx, 'rooms:read', (reader) => {
    const { locationId } = query
    const filter = {
      tenantId: reader.tenantId,
      ...archivedFilter(query),
      ...(locationId && { locationId }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.room.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toRoom,
    )
  })

export const loadRoom = async (reader: Reader, id: string) => {
  const row = await reader.db.room.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('room')
  return row
}
