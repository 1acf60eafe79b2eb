import { newId } from '#platform/core/records/ids.ts'
import { jsonArray } from '#platform/core/sql/json.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { AskedAssistant } from '../answers/load-asked.ts'
import type { KnowledgeAnswer } from '../answers/schemas.ts'

type Answered = Pick<
  KnowledgeAnswer,
  'answer' | 'citations' | 'notFound' | 'confidence' | 'generated' | 'curatedAnswerId'
>

/**
 * Stores an answer for the assistant's retention period and returns its id. Returns null if the assistant
 * stores no answers or if processing of the child's data is restricted.
 */
export const keepAnswer = async (
  tx: Transaction,
  { assistantId, assistantVersion, keepAnswersDays, child }: AskedAssistant,
  question: string,
  { answer, citations, notFound, confidence, generated, curatedAnswerId }: Answered,
): Promise<string | null> => {
  if (keepAnswersDays === 0 || child?.restrictedAt) return null
  const id = newId('keptAnswer')
  const row = await tx.db.keptAnswer.create({
    data: {
      ...freshRecord(tx, id),
      assistantId,
      assistantVersion,
      childId: child?.id ?? null,
      question,
      answer,
      citations: jsonArray(citations),
      notFound,
      confidence,
      generated,
      curatedAnswerId,
      askedBy: tx.actor.id,
      expiresAt: new Date(tx.now.getTime() + keepAnswersDays * DAY_MS),
    },
  })
  tx.created({ type: 'keptAnswer', id }, row)
  return id
}
