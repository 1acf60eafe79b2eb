import { importMoves } from './moves.ts'
import { assertMove } from '#platform/core/records/moves.ts'
import type { AppointmentStatus } from '../slots/appointment-status.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadImport, showImport } from './queries.ts'
import { MOST_SHOWN, type UndoneImport } from './schemas.ts'

/** What an undo would do, row by row and by the same rule, without writing anything. */
export const previewUndo = async (
  tx: Transaction,
  { id, version }: RecordRef,
): Promise<UndoneImport> => {
  const row = await loadImport(tx, id)
  assertVersion(row, version)
  assertMove(importMoves, 'undo', row)
  const { progress, ...shown } = await showImport(tx, row)
  const changed = await tx.sql<Changed>(CHANGED, [tx.tenantId, id, MOST_SHOWN])
  const staying = changed[0]?.total ?? 0
  tx.nothingChanged({ type: 'appointmentImport', id })
  return {
    ...shown,
    status: 'UNDONE',
    progress: {
      ...progress,
      created: 0,
      undone: progress.undone + progress.created - staying,
      kept: progress.kept + staying,
    },
    dryRun: true,
    keeping: changed.map(({ total: _, ...one }) => one),
  }
}

interface Changed {
  number: number
  appointmentId: string
  status: AppointmentStatus
  total: number
}

const CHANGED = `
  SELECT r.number, a.id AS "appointmentId", a.status, count(*) OVER ()::int AS total
  FROM appointment_import_rows r JOIN appointments a ON a.tenant_id = $1 AND a.id = r.appointment_id
  WHERE r.tenant_id = $1 AND r.import_id = $2 AND r.result = 'CREATED' AND a.version > 1
  ORDER BY r.number LIMIT $3`
