import { changeRecord } from '../core/change-record.ts'
import type { Context } from '../core/context.ts'
import type { RecordRef } from '../core/record-ref.ts'
import { sessionNoteRecord } from './record.ts'
import { assertSignable, noteStatusAfter } from './rules.ts'

/** Signs a note. From now on it cannot be changed. */
export const signSessionNote = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, sessionNoteRecord, {
    fields: (before, tx) => {
      const status = noteStatusAfter('sign', before.status)
      assertSignable(before)
      return { status, signedAt: tx.now }
    },
  })
