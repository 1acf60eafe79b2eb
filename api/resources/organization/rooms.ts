import { createRoom } from '#organization/rooms/create-room.ts'
import { patchRoom } from '#organization/rooms/patch-room.ts'
import { getRoom, listRooms, RoomQuery } from '#organization/rooms/queries.ts'
import { roomRecord } from '#organization/rooms/record.ts'
import { Room, CreateRoom, PatchRoom } from '#organization/rooms/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Rooms', about: 'Rooms of a location, with their equipment.' }
const params = idParam('room')

export const roomOperations = [
  operation({
    id: 'createRoom',
    method: 'post',
    path: '/v1/rooms',
    tag,
    summary: 'Create a room',
    description: 'A room can be used for only one appointment or group at a time.',
    permission: 'rooms:write',
    body: CreateRoom,
    status: 201,
    response: Room,
    errors: ['invalid_reference'],
    run: (ctx, { body }) => createRoom(ctx, body),
  }),
  operation({
    id: 'listRooms',
    method: 'get',
    path: '/v1/rooms',
    tag,
    summary: 'List rooms',
    description: 'Newest first. Archived rooms are not included unless you set `state`.',
    permission: 'rooms:read',
    query: RoomQuery,
    status: 200,
    response: pageOf(Room),
    run: (ctx, { query }) => listRooms(ctx, query),
  }),
  operation({
    id: 'getRoom',
    method: 'get',
    path: '/v1/rooms/{id}',
    tag,
    summary: 'Retrieve a room',
    description: 'Returns the location and equipment of the room.',
    permission: 'rooms:read',
    params,
    status: 200,
    response: Room,
    errors: ['not_found'],
    run: (ctx, { params }) => getRoom(ctx, params),
  }),
  operation({
    id: 'patchRoom',
    method: 'patch',
    path: '/v1/rooms/{id}',
    tag,
    summary: 'Change a room',
    description:
      'Members that you omit stay unchanged; null removes a value. Booked appointments stay.',
    permission: 'rooms:write',
    params,
    body: PatchRoom,
    status: 200,
    response: Room,
    errors: CHANGE_ERRORS,
    run: (ctx, { params, body, version }) => patchRoom(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations(roomRecord, {
    path: '/v1/rooms/{id}',
    tag,
    noun: 'a room',
    response: Room,
  }),
]
