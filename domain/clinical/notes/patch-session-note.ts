import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { keepVersion } from './keep-version.ts'
import { sessionNoteRecord } from './record.ts'
import { assertAuthor, noteStatusAfter } from './rules.ts'
import type { PatchSessionNote } from './schemas.ts'

/** Saves one's own draft, as often as one likes. The database, too, refuses to change what is signed. */
export const patchSessionNote = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchSessionNote },
) =>
  changeRecord(ctx, ref, sessionNoteRecord, {
    fields: (before, tx) => {
      const status = noteStatusAfter('patch', before.status)
      assertAuthor(before, tx.actor)
      return { ...patch, status }
    },
    effects: keepVersion,
  })
