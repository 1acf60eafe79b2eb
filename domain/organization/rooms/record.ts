import type { Prisma, Room as RoomModel } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadRoom } from './queries.ts'
import { toRoom, type Room } from './schemas.ts'

/** How a room is loaded, written and shown by the verbs that change it. */
export const roomRecord: ArchivableKind<RoomModel, Prisma.RoomUncheckedUpdateInput, Room> = {
  type: 'room',
  table: 'rooms',
  permission: 'rooms:write',
  load: loadRoom,
  update: (tx, id, data) => tx.db.room.update({ where: keyOf(tx, id), data }),
  show: toRoom,
  ...archivable,
}
