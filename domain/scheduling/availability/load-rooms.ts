import type { Reader } from '#platform/core/transactions/transaction.ts'
import { epochMs } from './location-facts.ts'
import type { RoomFacts } from './rules.ts'
import { LONGEST_BUFFER_MS, type BusyQuery, type Ids } from './taken-by.ts'
import { liveAt } from './live-at.ts'

export interface RoomQuery extends BusyQuery {
  locationIds: Ids
  /** Requires exactly this room, instead of any suitable one. */
  roomId?: string | null
}

/** A room with its equipment, and when it is occupied. */
export interface Room extends RoomFacts {
  locationId: string
  capacity: number
  equipment: readonly string[]
}

/** The rooms of locations, smallest first, so that a booking takes no larger room than it needs. */
export const loadRooms = async (
  reader: Reader,
  { locationIds, roomId, range, exceptId }: RoomQuery,
): Promise<Room[]> => {
  const rows = await reader.sql<Omit<Room, 'busy'> & { busy: [number, number][] | null }>(ROOMS, [
    reader.tenantId,
    locationIds,
    new Date(range.from - LONGEST_BUFFER_MS),
    new Date(range.until + LONGEST_BUFFER_MS),
    reader.now,
    exceptId ?? '',
    roomId ?? null,
  ])
  return rows.map(({ busy, ...room }) => ({
    ...room,
    busy: (busy ?? [])
      .map(([from, until]) => ({ from, until }))
      .toSorted((a, b) => a.from - b.from),
  }))
}

/** Uses the index of the exclusion constraint, so the cost depends on rooms and range, not on the history. */
const ROOMS = `
  SELECT r.id, r.location_id AS "locationId", r.capacity, r.equipment, taken.busy
  FROM rooms r CROSS JOIN LATERAL (
    SELECT json_agg(json_build_array(${epochMs('a.busy_from')}, ${epochMs('a.busy_until')})) AS busy
    FROM therapy.diary a
    WHERE a.tenant_id = $1 AND a.room_id = r.id AND hashtextextended(a.room_id, 0) = hashtextextended(r.id, 0)
      AND tstzrange(a.busy_from, a.busy_until) && tstzrange($3, $4) AND a.room_id IS NOT NULL AND a.group_id IS NULL
      AND ${liveAt('$5')} AND a.id <> $6
  ) taken
  WHERE r.tenant_id = $1 AND r.location_id = ANY ($2) AND r.archived_at IS NULL
    AND ($7::text IS NULL OR r.id = $7)
  ORDER BY r.capacity, r.id`

/** Whether a room meets the requirements of a service. */
export const suits = (
  room: Pick<Room, 'capacity' | 'equipment'>,
  service: { capacity: number; equipment: readonly string[] },
): boolean =>
  room.capacity >= service.capacity &&
  service.equipment.every((needed) => room.equipment.includes(needed))
