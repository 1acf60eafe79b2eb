import { attachmentMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { attachmentRecord } from './record.ts'
import { removing } from './removing.ts'

/** Deletes a file's bytes after the commit. Its record and its hash are kept. */
export const removeAttachment = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, attachmentRecord, attachmentMoves, 'remove', removing)
