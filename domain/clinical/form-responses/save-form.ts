import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { loadDefinition } from '../form-templates/queries.ts'
import { formKindOf } from './form-kind-of.ts'
import { assertDraft, mergedAnswers, type Naming, type SentAnswers } from './rules.ts'
import { answersIn } from './schemas.ts'

/** The answers so far. */
export type Draft = RecordRef & { answers: SentAnswers; naming?: Naming }

/** Saves a draft of a form of any kind. Answers may be missing but must have the right type. */
export const saveForm = (ctx: Context, { answers: sent, naming, ...ref }: Draft) => {
  const { record, moves } = formKindOf(ref.id)
  return moveRecord(ctx, ref, record, moves, 'save', {
    fields: async (before, tx) => {
      const definition = await loadDefinition(tx, before)
      const answers = mergedAnswers(answersIn(before), sent)
      assertDraft(definition, answers, naming)
      return { answers, savedAt: tx.now }
    },
  })
}
