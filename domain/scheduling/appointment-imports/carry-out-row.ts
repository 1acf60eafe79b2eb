import { markAppointmentInError } from '../appointments/mark-appointment-in-error.ts'
import type { SlotRow } from '../appointments/book-slot.ts'
import { lockAppointment } from '../appointments/queries.ts'
import type { Context } from '#platform/core/context.ts'
import { read, transact, type Transaction } from '#platform/core/transaction.ts'
import { InvalidRow, type Source } from './fields.ts'
import { importedBefore, record, refused, type Outcome } from './outcome.ts'
import { placeRow } from './place-row.ts'
import type { RowAction } from './rules.ts'
import type { Wanted } from './map-columns.ts'

export interface PendingRow {
  id: string
  importId: string
  number: number
  pending: RowAction
  source: Source | null
  childId: string | null
  startsAt: Date | null
  appointmentId: string | null
}

const subjectOf = ({ id }: { id: string }) => ({ type: 'appointmentImportRow', id }) as const

/** Thrown at the end of a rehearsal, so that nothing of it is written. */
class Rehearsed extends Error {}

/** What would become of a row: the very writes of its creation, which are then rolled back. */
export const checkRow = async (
  ctx: Context,
  row: PendingRow,
  understand: (source: Source) => Wanted,
): Promise<Outcome> => {
  let slot: SlotRow | undefined
  let wanted: Wanted | undefined
  try {
    wanted = understand(sourceOf(row))
    const understood = wanted
    return await transact(ctx, 'appointments:write', async (tx): Promise<Outcome> => {
      const before = await importedBefore(tx, row.id, understood)
      if (before) {
        tx.nothingChanged(subjectOf(row))
        return { ...before, wanted: understood }
      }
      await placeRow(tx, { ...understood, importId: row.importId }, (tried) => (slot = tried))
      await tx.flush()
      throw new Rehearsed()
    })
  } catch (error) {
    const told = { ...(wanted && { wanted }), ...(slot && { slot }) }
    if (error instanceof Rehearsed) return { result: 'WOULD_CREATE', ...told }
    return { ...(await inRead(ctx, error, slot)), ...told }
  }
}

/** Creates the appointment of a row, and records that with it. What is refused is recorded with its reason. */
export const createRow = async (
  ctx: Context,
  row: PendingRow,
  understand: (source: Source) => Wanted,
): Promise<void> => {
  let slot: SlotRow | undefined
  try {
    const wanted = understand(sourceOf(row))
    await transact(ctx, 'appointments:write', async (tx) => {
      if (!(await stillPending(tx, row, 'CREATE'))) return
      const outcome = (await importedBefore(tx, row.id, wanted)) ?? differs(row, wanted)
      if (outcome) record(tx, [{ ...outcome, id: row.id }])
      else {
        const placed = { ...wanted, importId: row.importId }
        const { id } = (slot = await placeRow(tx, placed, (tried) => (slot = tried)))
        record(tx, [{ id: row.id, result: 'CREATED', wanted, slot, appointmentId: id }])
      }
    })
  } catch (error) {
    const outcome = await inRead(ctx, error, slot)
    await transact(ctx, 'appointments:write', async (tx) => {
      if (await stillPending(tx, row, 'CREATE')) record(tx, [{ ...outcome, id: row.id }])
    })
  }
}

/** None of a row that named a person who was erased since. */
const sourceOf = ({ source }: PendingRow): Source => {
  if (source) return source
  throw new InvalidRow(
    null,
    'text_erased',
    'The text of the row is not stored any more. Upload it anew.',
  )
}

const inRead = (ctx: Context, error: unknown, slot: SlotRow | undefined) =>
  read(ctx, 'appointments:read', (reader) => refused(reader, error, slot))

/** The report is what was agreed to: what has come to mean something else since is not created. */
const differs = (row: PendingRow, { childId, startsAt }: Wanted): Outcome | undefined =>
  row.childId === childId && row.startsAt?.getTime() === startsAt.getTime()
    ? undefined
    : {
        result: 'CONFLICT',
        code: 'changed_since_check',
        detail: 'It would be something else than was reported. Check the import again.',
      }

/** Takes the appointment of a row back, unless somebody has changed it since. */
export const undoRow = (ctx: Context, row: PendingRow, reason: string): Promise<void> =>
  transact(ctx, 'appointments:write', async (tx) => {
    if (!(await stillPending(tx, row, 'UNDO'))) return
    const appointment = await lockAppointment(tx, row.appointmentId!)
    if (appointment.version > 1) {
      const detail = `It was changed since the import and is ${appointment.status} now.`
      record(tx, [{ id: row.id, result: 'KEPT', code: 'changed_since_import', detail }])
      return
    }
    const withoutFollowUps = appointment.status !== 'CONFIRMED'
    await markAppointmentInError(tx, {
      id: appointment.id,
      reason,
      keepSlotReserved: true,
      withoutFollowUps,
    })
    record(tx, [{ id: row.id, result: 'UNDONE' }])
  })

/** Locked: two workers that come to the same row do it once. */
const stillPending = async (tx: Transaction, row: PendingRow, action: RowAction) => {
  tx.nothingChanged(subjectOf(row))
  const [found] = await tx.sql<{ pending: RowAction | null }>(LOCK, [tx.tenantId, row.id])
  return found?.pending === action
}

const LOCK = `SELECT pending FROM appointment_import_rows WHERE tenant_id = $1 AND id = $2 FOR UPDATE`
