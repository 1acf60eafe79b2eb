import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { changeImport, IMPORT_NEEDS } from './change-import.ts'
import { previewUndo } from './preview-undo.ts'
import type { UndoImport, UndoneImport } from './schemas.ts'

/** Cancels the appointments of an import that nobody has changed: without fees, messages or offers. */
export const undoImport = (
  ctx: Context,
  { reason: undoReason, dryRun = false, ...ref }: RecordRef & UndoImport & { dryRun?: boolean },
): Promise<UndoneImport> =>
  transact(ctx, IMPORT_NEEDS, async (tx) => {
    if (dryRun) return previewUndo(tx, ref)
    const change = { verb: 'undo', action: 'UNDO', of: ['CREATED'], undoReason } as const
    return { ...(await changeImport(tx, ref, change)), dryRun, keeping: [] }
  })
