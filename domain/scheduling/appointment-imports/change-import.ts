import { importMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { keyOf, type RecordRef } from '#platform/core/records/record-ref.ts'
import type { AppointmentImport as ImportModel } from '#prisma/generated/client.ts'
import { loadImport, showImport } from './queries.ts'
import { type RowAction, type RowResult } from './rules.ts'
import type { AppointmentImport } from './schemas.ts'

/** An import writes appointments, so it requires the same permissions as single calls. */
export const IMPORT_NEEDS = ['appointment-imports:write', 'appointments:write'] as const

interface ImportChange {
  verb: keyof typeof importMoves.moves
  /** The action for rows that have one of these results. */
  action: RowAction
  of: readonly RowResult[]
  undoReason?: string
}

type Data = Prisma.AppointmentImportUncheckedUpdateInput

/** Sets the action for each row. The workflow executes it. */
export const changeImport = (
  ctx: Context,
  ref: RecordRef,
  { verb, action, of, undoReason }: ImportChange,
): Promise<AppointmentImport> =>
  moveRecord(ctx, ref, IMPORT, importMoves, verb, {
    fields: async (_, tx) => {
      await tx.sql(WANT, [tx.tenantId, ref.id, action, of, tx.now])
      return undoReason === undefined ? {} : { undoReason }
    },
  })

const IMPORT: RecordKind<ImportModel, Data, AppointmentImport> = {
  type: 'appointmentImport',
  table: 'appointment_imports',
  permission: IMPORT_NEEDS,
  load: loadImport,
  update: (tx, id, data) => tx.db.appointmentImport.update({ where: keyOf(tx, id), data }),
  show: (row, tx) => showImport(tx, row),
}

/** A row whose text is invalid has no source; it needs a new file. */
const WANT = `
  UPDATE appointment_import_rows SET pending = $3, updated_at = $5, version = version + 1
  WHERE tenant_id = $1 AND import_id = $2 AND result = ANY ($4) AND (source IS NOT NULL OR $3 = 'UNDO')`
