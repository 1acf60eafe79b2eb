import { newId } from '#platform/core/records/ids.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { instantOf, type OpenOccurrence, type Place } from './rules.ts'

/** The series, and what kind of change it is. */
export interface SeriesChange {
  seriesId: string
  timeZone: string
  revision: number
}

/** Adds occurrences to book, numbered from `after` on. */
export const addOccurrences = async (
  tx: Transaction,
  { seriesId, timeZone, revision }: SeriesChange,
  places: readonly Place[],
  after: { number: number; turn: number },
): Promise<void> => {
  if (places.length === 0) return
  await tx.sql(ADD, [
    tx.tenantId,
    seriesId,
    revision,
    tx.now,
    places.map(() => newId('seriesOccurrence')),
    places.map((_, index) => after.number + index + 1),
    places.map((_, index) => after.turn + index + 1),
    ...columnsOf(places, timeZone),
  ])
}

/** Sets the desired state of occurrences, in order. Those that are not booked yet are booked in the new state. */
export const moveOccurrences = async (
  tx: Transaction,
  { seriesId, timeZone, revision }: SeriesChange,
  moved: readonly OpenOccurrence[],
  after: { turn: number },
): Promise<void> => {
  if (moved.length === 0) return
  await tx.sql(MOVE, [
    tx.tenantId,
    seriesId,
    revision,
    tx.now,
    moved.map(({ id }) => id),
    moved.map((_, index) => after.turn + index + 1),
    ...columnsOf(moved, timeZone),
    moved.map(({ edited }) => edited.join()),
  ])
}

/** Marks occurrences to cancel. Those that are not booked yet are cancelled immediately. */
export const dropOccurrences = async (
  tx: Transaction,
  { seriesId, revision }: SeriesChange,
  dropped: readonly { id: string }[],
  cancellation: { initiator: string; reason: string },
): Promise<void> => {
  if (dropped.length === 0) return
  await tx.sql(DROP, [
    tx.tenantId,
    seriesId,
    revision,
    tx.now,
    dropped.map(({ id }) => id),
    dropped.map((_, index) => index + 1),
    JSON.stringify(cancellation),
  ])
}

/** Marks occurrences to confirm. Returns their number. */
export const confirmOccurrences = async (
  tx: Transaction,
  { seriesId, revision }: SeriesChange,
  confirmed: readonly { id: string }[],
): Promise<number> => {
  const ids = confirmed.map(({ id }) => id)
  return (await tx.sql(CONFIRM, [tx.tenantId, seriesId, revision, tx.now, ids])).length
}

const columnsOf = (places: readonly Place[], timeZone: string) => [
  places.map(({ occursOn }) => occursOn),
  places.map(({ startTime }) => startTime),
  places.map(({ occursOn, startTime }) => instantOf(occursOn, startTime, timeZone)),
  places.map(({ providerId }) => providerId),
  places.map(({ roomId }) => roomId),
  places.map(({ locationId }) => locationId),
  places.map(({ serviceId }) => serviceId),
  places.map(({ durationMinutes }) => durationMinutes),
  places.map(({ notes }) => notes),
]

const ADD = `
  INSERT INTO series_occurrences (tenant_id, series_id, revision, created_at, updated_at, status, pending,
    id, number, turn, occurs_on, start_time, starts_at, provider_id, room_id, location_id, service_id,
    duration_minutes, notes)
  SELECT $1, $2, $3, $4, $4, 'PENDING', 'BOOK', p.* FROM unnest($5::text[], $6::int[], $7::int[], $8::date[],
    $9::text[], $10::timestamptz[], $11::text[], $12::text[], $13::text[], $14::text[], $15::int[], $16::text[]) AS p`

const MOVE = `
  UPDATE series_occurrences o SET occurs_on = p.occurs_on, start_time = p.start_time, starts_at = p.starts_at,
    provider_id = p.provider_id, room_id = p.room_id, location_id = p.location_id, service_id = p.service_id,
    duration_minutes = p.duration_minutes, notes = p.notes, edited = string_to_array(p.edited, ','), turn = p.turn, revision = $3, updated_at = $4,
    version = version + 1,
    pending = CASE WHEN o.appointment_id IS NULL THEN 'BOOK'
      WHEN 'slot' = ANY (string_to_array(p.edited, ',')) THEN 'RESCHEDULE' ELSE 'UPDATE' END,
    status = CASE WHEN o.appointment_id IS NULL THEN 'PENDING' ELSE o.status END
  FROM unnest($5::text[], $6::int[], $7::date[], $8::text[], $9::timestamptz[], $10::text[], $11::text[],
    $12::text[], $13::text[], $14::int[], $15::text[], $16::text[])
    AS p(id, turn, occurs_on, start_time, starts_at, provider_id, room_id, location_id, service_id, duration_minutes,
      notes, edited)
  WHERE o.tenant_id = $1 AND o.series_id = $2 AND o.id = p.id`

const DROP = `
  UPDATE series_occurrences o SET turn = p.turn, revision = $3, updated_at = $4, version = version + 1,
    cancellation = $7::jsonb,
    pending = CASE WHEN o.appointment_id IS NOT NULL THEN 'CANCEL' END,
    status = CASE WHEN o.appointment_id IS NULL THEN 'CANCELLED' ELSE o.status END,
    result = CASE WHEN o.appointment_id IS NULL THEN
      '{"action": "CANCEL", "outcome": "DONE", "code": null, "detail": null, "alternatives": []}'::jsonb END
  FROM unnest($5::text[], $6::int[]) AS p(id, turn)
  WHERE o.tenant_id = $1 AND o.series_id = $2 AND o.id = p.id`

/** An occurrence with another pending change, such as a move, is skipped. */
const CONFIRM = `
  UPDATE series_occurrences o SET revision = $3, updated_at = $4, version = o.version + 1, pending = 'CONFIRM'
  FROM appointments a
  WHERE o.tenant_id = $1 AND o.series_id = $2 AND o.id = ANY ($5) AND o.pending IS NULL
    AND a.tenant_id = $1 AND a.id = o.appointment_id AND a.status = 'PENDING_CONFIRMATION'
  RETURNING o.id`
