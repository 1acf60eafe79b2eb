import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { loadMessageTextVersion } from './queries.ts'
import { endTasks, messageTextRecord, nextWords } from './record.ts'
import type { RollBackMessageText } from './schemas.ts'

/** Saves the words of an earlier version as the next one, if they can still be used. */
export const rollBackMessageText = (
  ctx: Context,
  { number, ...ref }: RecordRef & RollBackMessageText,
) =>
  changeRecord(ctx, ref, messageTextRecord, {
    fields: async (before, tx) =>
      nextWords(tx, before, await loadMessageTextVersion(tx, { id: before.id, number })),
    effects: endTasks,
  })
