import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { endTasks, messageTextRecord, nextWords } from './record.ts'
import { wordsOf, type PatchMessageText } from './schemas.ts'

/** Saves the next version of a text. */
export const patchMessageText = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchMessageText },
) =>
  changeRecord(ctx, ref, messageTextRecord, {
    fields: (before, tx) => nextWords(tx, before, { ...wordsOf(before), ...patch }),
    effects: endTasks,
  })
