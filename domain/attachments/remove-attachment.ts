import { changeRecord } from '../core/change-record.ts'
import type { Context } from '../core/context.ts'
import type { RecordRef } from '../core/record-ref.ts'
import { attachmentRecord, fileKey } from './record.ts'
import { attachmentStatusAfter } from './rules.ts'

/** Deletes a file's bytes. That it was there, and what its hash was, stays. */
export const removeAttachment = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, attachmentRecord, {
    fields: (before, tx) => ({
      status: attachmentStatusAfter('remove', before.status),
      removedAt: tx.now,
    }),
    effects: async (tx, after, before) => {
      if (before.status === 'READY') await tx.platform.files.remove(fileKey(after))
    },
  })
