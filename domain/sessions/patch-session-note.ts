import { changeRecord } from '../core/change-record.ts'
import type { Context } from '../core/context.ts'
import type { RecordRef } from '../core/record-ref.ts'
import type { PatchSessionNote } from './note-schemas.ts'
import { sessionNoteRecord } from './record.ts'
import { noteStatusAfter } from './rules.ts'

/** Changes a draft. The database, too, refuses to change what is signed. */
export const patchSessionNote = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchSessionNote },
) =>
  changeRecord(ctx, ref, sessionNoteRecord, {
    fields: (before) => ({ ...patch, status: noteStatusAfter('patch', before.status) }),
  })
