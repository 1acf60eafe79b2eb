import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { jsonArray } from '#platform/core/sql/json.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import type { QuestionVector } from '../answers/find-by-meaning.ts'
import { loadAssistant } from '../assistants/queries.ts'
import { settingsOf } from '../assistants/schemas.ts'
import { citeQuotes } from './cite-quotes.ts'
import { comparableQuestion } from './comparable-question.ts'
import { curatedAnswerRecord } from './record.ts'
import type { PatchCuratedAnswer } from './schemas.ts'

/** Changes and publishes a curated answer. */
export const patchCuratedAnswer = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchCuratedAnswer },
  near?: QuestionVector,
) => {
  const { question, answer, citations } = patch
  return changeRecord(ctx, ref, curatedAnswerRecord, {
    fields: async ({ assistantId }, tx) => {
      const { languages } = settingsOf(await loadAssistant(tx, assistantId))
      return {
        ...(question !== undefined &&
          (await comparableQuestion(tx, { question, languages }, near))),
        ...(answer !== undefined && { answer }),
        ...(citations && { citations: jsonArray(await citeQuotes(tx, assistantId, citations)) }),
        publishedBy: tx.actor.id,
        publishedAt: tx.now,
      }
    },
  })
}
