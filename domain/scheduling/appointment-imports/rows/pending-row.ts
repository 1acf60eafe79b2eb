import type { SlotRow } from '../../appointments/book-slot.ts'
import type { Context } from '#platform/core/context/context.ts'
import { read, type Transaction } from '#platform/core/transactions/transaction.ts'
import { InvalidRow, type Source } from '../file/fields.ts'
import { refused } from './outcome.ts'
import type { RowAction } from '../rules.ts'

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

export const subjectOf = ({ id }: { id: string }) => ({ type: 'appointmentImportRow', id }) as const

/** The texts of a row; empty if the row named a person who has been erased since. */
export const sourceOf = ({ source }: PendingRow): Source => {
  if (source) return source
  throw new InvalidRow(
    null,
    'text_erased',
    'The content of the row is no longer stored. Upload the file again.',
  )
}

export const readRefusal = (ctx: Context, error: unknown, slot: SlotRow | undefined) =>
  read(ctx, 'appointments:read', (reader) => refused(reader, error, slot))

/** Locks a row that is still pending, so that two workers process it only once. */
export const stillPending = async (tx: Transaction, row: PendingRow, action: RowAction) => {
  tx.nothingChanged(subjectOf(row))
  const [found] = await tx.sql<{ pending: RowAction | null }>(LOCK, [tx.tenantId, row.id])
  return found?.pending === action
}

const LOCK = `SELECT pending FROM appointment_import_rows WHERE tenant_id = $1 AND id = $2 FOR UPDATE`
