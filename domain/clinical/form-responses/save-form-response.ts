import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { loadDefinition } from '../form-templates/queries.ts'
import { formResponseRecord } from './record.ts'
import {
  assertDraft,
  mergedAnswers,
  responseStatusAfter,
  type Naming,
  type SentAnswers,
} from './rules.ts'
import { answersIn, type FormResponse } from './schemas.ts'

/** Keeps what is answered so far, as often as one likes. Gaps are no matter, types are. */
export const saveFormResponse = (
  ctx: Context,
  { answers: sent, naming, ...ref }: RecordRef & { answers: SentAnswers; naming?: Naming },
): Promise<FormResponse> =>
  changeRecord(ctx, ref, formResponseRecord, {
    fields: async (before, tx) => {
      const status = responseStatusAfter('save', before.status)
      const definition = await loadDefinition(tx, before)
      const answers = mergedAnswers(answersIn(before), sent)
      assertDraft(definition, answers, naming)
      return { status, answers, savedAt: tx.now }
    },
  })
