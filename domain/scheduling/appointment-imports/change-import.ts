import type { Prisma } from '#prisma/generated/client.ts'
import { changeRecord, type Change, type RecordKind } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import { keyOf, type RecordRef } from '#platform/core/record-ref.ts'
import { transitionTo } from '#platform/core/state-machine.ts'
import { transact } from '#platform/core/transaction.ts'
import type { AppointmentImport as ImportModel } from '#prisma/generated/client.ts'
import { previewUndo } from './preview-undo.ts'
import { loadImport, showImport } from './queries.ts'
import { IMPORT_TRANSITIONS, type ImportStatus, type RowAction, type RowResult } from './rules.ts'
import type { AppointmentImport, UndoImport, UndoneImport } from './schemas.ts'
import { appointmentImportWorkflow } from './workflows.ts'

/** Checks again what is not created: after a child was entered, say. */
export const checkImport = (ctx: Context, ref: RecordRef) =>
  changeImport(ctx, ref, {
    verb: 'check',
    action: 'CHECK',
    of: ['WOULD_CREATE', 'CONFLICT', 'INVALID'],
  })

/** Creates what the check found nothing against. */
export const runImport = (ctx: Context, ref: RecordRef) =>
  changeImport(ctx, ref, { verb: 'run', action: 'CREATE', of: ['WOULD_CREATE'] })

/** Takes back what the import created and nobody has touched since: no fee, no message, no offer. */
export const undoImport = (
  ctx: Context,
  { reason: undoReason, dryRun = false, ...ref }: RecordRef & UndoImport & { dryRun?: boolean },
): Promise<UndoneImport> =>
  transact(ctx, 'appointment-imports:write', async (tx) => {
    if (dryRun) return previewUndo(tx, ref)
    const change = { verb: 'undo', action: 'UNDO', of: ['CREATED'], undoReason } as const
    return { ...(await changeImport(tx, ref, change)), dryRun, keeping: [] }
  })

interface ImportChange {
  verb: keyof typeof IMPORT_TRANSITIONS
  /** What is to be done with the rows of which result. */
  action: RowAction
  of: readonly RowResult[]
  undoReason?: string
}

type Data = Prisma.AppointmentImportUncheckedUpdateInput

/** Says of each row what is wanted; the workflow carries it out. */
const changeImport = (
  ctx: Context,
  ref: RecordRef,
  { verb, action, of, undoReason }: ImportChange,
): Promise<AppointmentImport> => {
  const change: Change<ImportModel, Data> = {
    fields: async (before, tx) => {
      const status = before.status as ImportStatus
      const next = transitionTo<ImportStatus, typeof IMPORT_TRANSITIONS>(
        'An import',
        IMPORT_TRANSITIONS,
        verb,
        status,
      )
      await tx.sql(WANT, [tx.tenantId, ref.id, action, of, tx.now])
      return { status: next, ...(undoReason !== undefined && { undoReason }) }
    },
    effects: (tx) => tx.wake(appointmentImportWorkflow, ref.id),
  }
  return changeRecord(ctx, ref, IMPORT, change)
}

const IMPORT: RecordKind<ImportModel, Data, AppointmentImport> = {
  type: 'appointmentImport',
  table: 'appointment_imports',
  permission: 'appointment-imports:write',
  load: loadImport,
  update: (tx, id, data) => tx.db.appointmentImport.update({ where: keyOf(tx, id), data }),
  show: (row, tx) => showImport(tx, row),
}

/** A row whose text is wrong has no source: that takes another file. */
const WANT = `
  UPDATE appointment_import_rows SET pending = $3, updated_at = $5, version = version + 1
  WHERE tenant_id = $1 AND import_id = $2 AND result = ANY ($4) AND (source IS NOT NULL OR $3 = 'UNDO')`
