import { z } from 'zod'
import type { Room as RoomModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'

const members = {
  name: line(100).meta({ description: 'Name of the room.', example: 'Room 2, sensory' }),
  capacity: z
    .int()
    .min(1)
    .max(1000)
    .meta({ description: 'Maximum number of children.', example: 4 }),
  equipment: z
    .array(line(100))
    .max(50)
    .meta({
      description: 'Equipment of the room, at most 50 items. A service can require it.',
      example: ['swing', 'mirror'],
    }),
}

export const Room = resourceSchema('Room', {
  id: idOf('room'),
  locationId: idOf('location'),
  ...members,
  ...archivableMembers,
})
export type Room = z.infer<typeof Room>

export const CreateRoom = z
  .strictObject({
    locationId: idOf('location'),
    name: members.name,
    capacity: members.capacity.default(1),
    equipment: members.equipment.default([]),
  })
  .meta({
    id: 'CreateRoom',
    example: { locationId: exampleId('location'), name: 'Room 2, sensory', equipment: ['swing'] },
  })
export type CreateRoom = z.infer<typeof CreateRoom>

/** A room cannot change its location, because bookings rely on it. */
export const PatchRoom = z
  .strictObject({
    name: members.name.exactOptional(),
    capacity: members.capacity.exactOptional(),
    equipment: members.equipment.exactOptional(),
  })
  .meta({ id: 'PatchRoom', example: { capacity: 6 } })
export type PatchRoom = z.infer<typeof PatchRoom>

export const toRoom = (row: RoomModel): Room => ({
  id: row.id,
  locationId: row.locationId,
  name: row.name,
  capacity: row.capacity,
  equipment: row.equipment,
  ...archivableOf(row),
})
