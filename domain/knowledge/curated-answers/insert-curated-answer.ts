import { newId } from '#platform/core/records/ids.ts'
import { jsonArray } from '#platform/core/sql/json.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { QuestionVector } from '../answers/find-by-meaning.ts'
import type { Citation } from '../answers/schemas.ts'
import { loadAssistant } from '../assistants/queries.ts'
import { settingsOf } from '../assistants/schemas.ts'
import { comparableQuestion } from './comparable-question.ts'
import { toCuratedAnswer, type CuratedAnswer } from './schemas.ts'

interface NewCuratedAnswer {
  assistantId: string
  question: string
  answer: string
  citations: readonly Citation[]
}

/** Publishes a curated answer, which takes effect at the commit. */
export const insertCuratedAnswer = async (
  tx: Transaction,
  { assistantId, question, answer, citations }: NewCuratedAnswer,
  near: QuestionVector | undefined,
): Promise<CuratedAnswer> => {
  const { languages } = settingsOf(await loadAssistant(tx, assistantId))
  const id = newId('curatedAnswer')
  const row = await tx.db.curatedAnswer.create({
    data: {
      ...freshRecord(tx, id),
      assistantId,
      ...(await comparableQuestion(tx, { question, languages }, near)),
      answer,
      citations: jsonArray(citations),
      publishedBy: tx.actor.id,
      publishedAt: tx.now,
    },
  })
  tx.created({ type: 'curatedAnswer', id }, row)
  return toCuratedAnswer(row, false)
}
