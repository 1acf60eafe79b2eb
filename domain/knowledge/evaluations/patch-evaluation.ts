import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { canonicalJson, jsonArray } from '#platform/core/sql/json.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertExpectedDocuments } from './assert-expected-documents.ts'
import { evaluationRecord } from './record.ts'
import { questionsOf, type PatchEvaluation } from './schemas.ts'

/** Renames an evaluation or replaces its questions. Past runs stay unchanged. */
export const patchEvaluation = (
  ctx: Context,
  { patch: { name, questions }, ...ref }: RecordRef & { patch: PatchEvaluation },
) =>
  changeRecord(ctx, ref, evaluationRecord, {
    fields: async (before, tx) => {
      const named = name === undefined ? {} : { name }
      if (!questions || canonicalJson(questions) === canonicalJson(questionsOf(before)))
        return named
      await assertExpectedDocuments(tx, before.assistantId, questions)
      return {
        ...named,
        questions: jsonArray(questions),
        questionsVersion: before.questionsVersion + 1,
      }
    },
  })
