import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { toRoom } from './schemas.ts'

export const RoomQuery = listQuery('room', ['-createdAt', 'createdAt', 'name'], {
  locationId: idOf('location').optional(),
  ...archivedQuery,
})
export type RoomQuery = z.infer<typeof RoomQuery>

const rooms = recordQueries({
  permission: 'rooms:read',
  name: 'room',
  find: ({ db }, selection: Selection<Prisma.RoomWhereInput>) => db.room.findMany(selection),
  show: each(toRoom),
})

export const loadRoom = rooms.load
export const getRoom = rooms.get
export const listRooms = rooms.list((query: RoomQuery) => ({
  ...archivedFilter(query),
  ...given(query, 'locationId'),
}))
