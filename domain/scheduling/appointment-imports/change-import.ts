import type { Prisma } from '#prisma/generated/client.ts'
import { changeRecord, type Change, type RecordKind } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { keyOf, type RecordRef } from '#platform/core/records/record-ref.ts'
import { transitionTo } from '#platform/core/records/state-machine.ts'
import type { AppointmentImport as ImportModel } from '#prisma/generated/client.ts'
import { loadImport, showImport } from './queries.ts'
import { IMPORT_TRANSITIONS, type ImportStatus, type RowAction, type RowResult } from './rules.ts'
import type { AppointmentImport } from './schemas.ts'
import { appointmentImportWorkflow } from './workflows.ts'

/** An import writes appointments: nobody writes more by a file than by single calls. */
export const IMPORT_NEEDS = ['appointment-imports:write', 'appointments:write'] as const

interface ImportChange {
  verb: keyof typeof IMPORT_TRANSITIONS
  /** The action for rows with each result. */
  action: RowAction
  of: readonly RowResult[]
  undoReason?: string
}

type Data = Prisma.AppointmentImportUncheckedUpdateInput

/** Says of each row what is wanted; the workflow carries it out. */
export const changeImport = (
  ctx: Context,
  ref: RecordRef,
  { verb, action, of, undoReason }: ImportChange,
): Promise<AppointmentImport> => {
  const change: Change<ImportModel, Data> = {
    fields: async (before, tx) => {
      const status = before.status as ImportStatus
      const next = transitionTo('An import', IMPORT_TRANSITIONS, verb, status)
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
  permission: IMPORT_NEEDS,
  load: loadImport,
  update: (tx, id, data) => tx.db.appointmentImport.update({ where: keyOf(tx, id), data }),
  show: (row, tx) => showImport(tx, row),
}

/** A row whose text is wrong has no source: that takes another file. */
const WANT = `
  UPDATE appointment_import_rows SET pending = $3, updated_at = $5, version = version + 1
  WHERE tenant_id = $1 AND import_id = $2 AND result = ANY ($4) AND (source IS NOT NULL OR $3 = 'UNDO')`
