import type { AppointmentImport as ImportModel } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { read, transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { takeTurn } from '#platform/core/workflow-kinds/take-turn.ts'
import { createRow } from './rows/create-row.ts'
import { undoRow } from './rows/undo-row.ts'
import { checkRow } from './rows/check-row.ts'
import type { PendingRow } from './rows/pending-row.ts'
import { record, type Outcome } from './rows/outcome.ts'
import { loadImport, progressOf } from './queries.ts'
import { clashes, SETTLED, type ImportStatus } from './rules.ts'
import { understanding } from './rows/wanted.ts'
import { appointmentImportEvents } from './events.ts'
import { AppointmentImport } from './schemas.ts'

/** Rows per batch. */
const BATCH = 100

interface Round {
  id: string
  /** When aborted, stops between two rows. */
  signal?: AbortSignal
}

/** The result of one round. */
export interface CarriedOut {
  /** Whether rows are still pending. */
  left: boolean
  /** Whether the file has not been read yet. */
  unread?: true
}

/** Processes the next pending rows of a file that has been parsed. */
export const carryOutImport = async (ctx: Context, round: Round): Promise<CarriedOut> => {
  const { status } = await read(ctx, 'appointments:read', (reader) => loadImport(reader, round.id))
  if (status === 'READING') return { left: true, unread: true }
  const turn = await takeTurn(() => carryOutBatch(ctx, round), round.signal)
  return { left: turn === 'more' || (await settle(ctx, round.id)) }
}

/** Processes a batch. Returns whether rows are left. */
const carryOutBatch = async (ctx: Context, { id, signal }: Round): Promise<boolean> => {
  const { imported, rows, understand } = await read(ctx, 'appointments:read', async (reader) => {
    const row = await loadImport(reader, id)
    const found = await reader.sql<PendingRow>(PENDING, [reader.tenantId, id, BATCH + 1])
    const sources = found.flatMap(({ source }) => source ?? [])
    const terms = {
      defaults: fromJson(AppointmentImport.shape.defaults, row.defaults),
      timeZone: row.timeZone,
    }
    return { imported: row, rows: found, understand: await understanding(reader, sources, terms) }
  })
  const checked: (Outcome & { id: string })[] = []
  for (const row of rows.slice(0, BATCH)) {
    signal?.throwIfAborted()
    if (row.pending === 'CREATE') await createRow(ctx, row, understand)
    else if (row.pending === 'UNDO') await undoRow(ctx, row, imported.undoReason ?? '')
    else checked.push({ ...(await checkRow(ctx, row, understand)), id: row.id })
  }
  if (checked.length > 0) await report(ctx, imported, checked)
  return rows.length > BATCH
}

const report = (ctx: Context, { id }: ImportModel, checked: (Outcome & { id: string })[]) =>
  transact(ctx, 'appointments:write', async (tx) => {
    tx.did({ type: 'appointmentImport', id }, { checked: checked.length })
    record(tx, checked)
  })

/** Ends the phase, unless rows are pending again. Returns whether they are. */
const settle = (ctx: Context, id: string): Promise<boolean> =>
  transact(ctx, 'appointments:write', async (tx) => {
    await lockRecord(tx, 'appointment_imports', id)
    const before = await loadImport(tx, id)
    const subject = { type: 'appointmentImport', id } as const
    tx.nothingChanged(subject)
    const next = SETTLED[before.status as ImportStatus]
    if (!next) return false
    if ((await progressOf(tx, [before]))(id).pending > 0) return true
    if (next === 'CHECKED') await compareRows(tx, id)
    const { total: _, pending: __, ...counts } = (await progressOf(tx, [before]))(id)
    const data = { status: next, ...touched(tx) }
    const after = await tx.db.appointmentImport.update({ where: keyOf(tx, id), data })
    tx.changed(subject, before, after)
    tx.emit(appointmentImportEvents['appointment_import.processed'], subject, {
      importId: id,
      status: next,
      ...counts,
    })
    return false
  })

/**
 * Marks rows that conflict with an earlier row of the file or duplicate it, although each row alone could be
 * created.
 */
const compareRows = async (tx: Transaction, id: string): Promise<void> => {
  const rows = await tx.sql<ComparedRow>(COMPARED, [tx.tenantId, id])
  const seen = new Map<string, number>()
  const isFirst = ({ key, number }: ComparedRow) => seen.get(key) === number
  for (const { key, number } of rows) if (!seen.has(key)) seen.set(key, number)
  const twice = rows.filter((row) => !isFirst(row))
  const others = rows.filter(isFirst)
  const taken = clashes(
    others.map(
      ({ number, childId, providerId, roomId, startsAt, endsAt, busyFrom, busyUntil }) => ({
        number,
        takes: busyFrom
          ? [
              { id: providerId, from: +busyFrom, until: +busyUntil! },
              { id: childId, from: +startsAt, until: +endsAt },
              ...(roomId ? [{ id: roomId, from: +busyFrom, until: +busyUntil! }] : []),
            ]
          : [],
      }),
    ),
  )
  const found = [
    ...twice.map(({ id: row, key }) => ({
      row,
      result: 'INVALID',
      code: 'row_twice',
      detail: 'This row has the same appointment as an earlier row. Remove one of them.',
      conflicts_with: `row ${seen.get(key)}`,
    })),
    ...others
      .filter(({ number }) => taken.has(number))
      .map(({ id: row, number }) => ({
        row,
        result: 'CONFLICT',
        code: 'slot_taken',
        detail:
          'An earlier row already uses the provider, the child or the room at that time. Change one of the two rows.',
        conflicts_with: `row ${taken.get(number)}`,
      })),
  ]
  await tx.sql(CLASH, [tx.tenantId, tx.now, JSON.stringify(found)])
}

interface ComparedRow {
  id: string
  number: number
  key: string
  childId: string
  providerId: string
  roomId: string | null
  startsAt: Date
  endsAt: Date
  /** Null for rows that occupy no slot. */
  busyFrom: Date | null
  busyUntil: Date | null
}

const PENDING = `
  SELECT id, import_id AS "importId", number, pending, source, child_id AS "childId", starts_at AS "startsAt",
         appointment_id AS "appointmentId"
  FROM appointment_import_rows WHERE tenant_id = $1 AND import_id = $2 AND pending IS NOT NULL
  ORDER BY number LIMIT $3`

const COMPARED = `
  SELECT id, number, key, child_id AS "childId", provider_id AS "providerId", room_id AS "roomId",
         starts_at AS "startsAt", ends_at AS "endsAt", busy_from AS "busyFrom", busy_until AS "busyUntil"
  FROM appointment_import_rows
  WHERE tenant_id = $1 AND import_id = $2 AND result = 'WOULD_CREATE' ORDER BY number`

const CLASH = `
  UPDATE appointment_import_rows r SET result = n.result, code = n.code, detail = n.detail,
    conflicts_with = n.conflicts_with, updated_at = $2, version = version + 1
  FROM jsonb_to_recordset($3::jsonb) AS n("row" text, result text, code text, detail text, conflicts_with text)
  WHERE r.tenant_id = $1 AND r.id = n."row"`
