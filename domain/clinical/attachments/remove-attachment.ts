import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { attachmentRecord } from './record.ts'
import { attachmentStatusAfter } from './rules.ts'

/** Deletes a file's bytes, once this has committed. That it was there, and what its hash was, stays. */
export const removeAttachment = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, attachmentRecord, {
    fields: (before, tx) => ({
      status: attachmentStatusAfter('remove', before.status),
      storageKey: null,
      removedAt: tx.now,
    }),
    effects: (tx, _, { storageKey }) => {
      if (storageKey) tx.removeFiles([storageKey])
    },
  })
