import { takesSlot } from '../../slots/appointment-status.ts'
import type { SlotRow } from '../../appointments/book-slot.ts'
import { liveAt } from '../../availability/live-at.ts'
import { isPermanent, DomainError } from '#platform/core/errors/errors.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import { FIELDS, InvalidRow, type Field } from '../file/fields.ts'
import type { RowResult } from '../rules.ts'
import type { Wanted } from './wanted.ts'

/** The recorded result of a row. */
export interface Outcome {
  result: RowResult
  field?: Field | null
  code?: string
  detail?: string
  conflictsWith?: string | null
  /** Set if the rest of the row cannot be understood. */
  childId?: string
  wanted?: Wanted
  slot?: SlotRow
  appointmentId?: string
}

/** Whether the row was imported before: an identical row is skipped, and a different one is a conflict. */
export const importedBefore = async (
  reader: Reader,
  rowId: string,
  { key, childId, providerId, startsAt, status }: Wanted,
): Promise<Outcome | undefined> => {
  const [before] = await reader.sql<Imported>(IMPORTED, [reader.tenantId, key, rowId])
  if (!before) return undefined
  const { appointmentId } = before
  // An appointment that was in the future at the first import may be past now.
  const isSame =
    before.childId === childId &&
    before.providerId === providerId &&
    before.startsAt.getTime() === startsAt.getTime() &&
    (before.status === status || (before.status === 'CONFIRMED' && status === 'COMPLETED'))
  if (isSame) return { result: 'UNCHANGED', conflictsWith: appointmentId }
  return {
    result: 'CONFLICT',
    code: 'changed_since_import',
    detail:
      'The appointment was imported before with different values. Change the appointment itself.',
    conflictsWith: appointmentId,
  }
}

interface Imported {
  appointmentId: string
  childId: string
  providerId: string
  startsAt: Date
  status: string
}

const IMPORTED = `
  SELECT appointment_id AS "appointmentId", child_id AS "childId", provider_id AS "providerId",
         starts_at AS "startsAt", status
  FROM appointment_import_rows WHERE tenant_id = $1 AND key = $2 AND id <> $3 AND result IN ('CREATED', 'KEPT')`

/** The result of a row that is refused; rethrows other errors. */
export const refused = async (
  reader: Reader,
  error: unknown,
  slot: SlotRow | undefined,
): Promise<Outcome> => {
  if (error instanceof InvalidRow) {
    const { problem, childId } = error
    return { result: 'INVALID', ...problem, ...(childId && { childId }) }
  }
  if (!(error instanceof DomainError) || !isPermanent(error)) throw error
  if (error.code === 'slot_taken' && slot) return conflict(reader, error, slot)
  const [issue] = error.issues
  const named = issue?.path.replace(/Id$/, '')
  return {
    result: 'INVALID',
    field:
      FIELDS.find((field) => field === named) ??
      (error.code === 'consent_missing' ? 'child' : null),
    code: issue?.code ?? error.code,
    detail: error.message,
  }
}

const COLUMNS = { provider: 'provider_id', child: 'child_id', room: 'room_id' } as const

const conflict = async (reader: Reader, error: DomainError, slot: SlotRow): Promise<Outcome> => {
  const resource = error.extra['resource'] as keyof typeof COLUMNS
  const mine = { provider: slot.providerId, child: slot.childId, room: slot.roomId }[resource]
  const [from, until] =
    resource === 'child' ? [slot.startsAt, slot.endsAt] : [slot.busyFrom, slot.busyUntil]
  const [other] = await reader.sql<{ id: string }>(OVERLAPPING[resource], [
    reader.tenantId,
    mine,
    from,
    until,
    reader.now,
  ])
  return {
    result: 'CONFLICT',
    field: resource,
    code: 'slot_taken',
    detail: `The ${resource} has another appointment at that time. Move one of them.`,
    conflictsWith: other?.id ?? null,
  }
}

const overlapping = (resource: keyof typeof COLUMNS) => {
  const [from, until] =
    resource === 'child' ? ['starts_at', 'ends_at'] : ['busy_from', 'busy_until']
  const own = resource === 'child' ? '' : 'AND a.group_id IS NULL'
  return `
  SELECT a.id FROM appointments a
  WHERE a.tenant_id = $1 AND a.${COLUMNS[resource]} = $2 AND a.starts_at > $3::timestamptz - interval '28 hours'
    AND a.starts_at < $4::timestamptz + interval '4 hours' AND a.${from} < $4 AND a.${until} > $3
    AND ${liveAt('$5')} ${own} ORDER BY a.starts_at LIMIT 1`
}

const OVERLAPPING = {
  provider: overlapping('provider'),
  child: overlapping('child'),
  room: overlapping('room'),
}

/** Records the results of rows in the last statement of the transaction. */
export const record = (tx: Transaction, rows: readonly (Outcome & { id: string })[]): void =>
  tx.atCommit(RECORD, [tx.tenantId, tx.now, JSON.stringify(rows.map(columnsOf))])

const columnsOf = ({ id, wanted, slot, appointmentId, ...outcome }: Outcome & { id: string }) => ({
  id,
  result: outcome.result,
  field: outcome.field ?? null,
  code: outcome.code ?? null,
  detail: outcome.detail ?? null,
  conflicts_with: outcome.conflictsWith ?? null,
  appointment_id: appointmentId ?? null,
  key: wanted?.key ?? null,
  child_id: wanted?.childId ?? outcome.childId ?? null,
  provider_id: wanted?.providerId ?? null,
  service_id: slot?.serviceId ?? wanted?.serviceId ?? null,
  location_id: slot?.locationId ?? wanted?.locationId ?? null,
  room_id: slot?.roomId ?? wanted?.roomId ?? null,
  starts_at: wanted?.startsAt ?? null,
  ends_at: slot?.endsAt ?? null,
  busy_from: slot && takesSlot(slot.status) ? slot.busyFrom : null,
  busy_until: slot && takesSlot(slot.status) ? slot.busyUntil : null,
  status: wanted?.status ?? null,
})

/** If the appointment already exists, only the result changes; the text is no longer needed. */
const RECORD = `
  UPDATE appointment_import_rows r SET pending = NULL, updated_at = $2, version = version + 1, result = n.result,
    field = n.field, code = n.code, detail = n.detail, conflicts_with = n.conflicts_with,
    source = CASE WHEN n.result IN ('CREATED', 'UNCHANGED') THEN NULL ELSE r.source END,
    appointment_id = COALESCE(n.appointment_id, r.appointment_id), key = COALESCE(n.key, r.key),
    child_id = COALESCE(n.child_id, r.child_id), provider_id = COALESCE(n.provider_id, r.provider_id),
    service_id = COALESCE(n.service_id, r.service_id), location_id = COALESCE(n.location_id, r.location_id),
    room_id = COALESCE(n.room_id, r.room_id), starts_at = COALESCE(n.starts_at, r.starts_at),
    ends_at = COALESCE(n.ends_at, r.ends_at), busy_from = COALESCE(n.busy_from, r.busy_from),
    busy_until = COALESCE(n.busy_until, r.busy_until), status = COALESCE(n.status, r.status)
  FROM jsonb_to_recordset($3::jsonb) AS n(id text, result text, field text, code text, detail text,
    conflicts_with text, appointment_id text, key text, child_id text, provider_id text, service_id text,
    location_id text, room_id text, starts_at timestamptz, ends_at timestamptz, busy_from timestamptz,
    busy_until timestamptz, status appointment_status)
  WHERE r.tenant_id = $1 AND r.id = n.id AND r.pending IS NOT NULL`
