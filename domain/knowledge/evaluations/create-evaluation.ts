import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { jsonArray } from '#platform/core/sql/json.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertExpectedDocuments } from './assert-expected-documents.ts'
import { toEvaluation, type CreateEvaluation, type Evaluation } from './schemas.ts'

export const createEvaluation = (
  ctx: Context,
  { assistantId, name, questions }: CreateEvaluation,
): Promise<Evaluation> =>
  transact(ctx, 'ai-evaluations:write', async (tx) => {
    await assertReferences(tx, 'assistant', { assistantId })
    await assertExpectedDocuments(tx, assistantId, questions)
    const id = newId('evaluation')
    const row = await tx.db.evaluation.create({
      data: { ...freshRecord(tx, id), assistantId, name, questions: jsonArray(questions) },
    })
    tx.created({ type: 'evaluation', id }, row)
    return toEvaluation(row)
  })
