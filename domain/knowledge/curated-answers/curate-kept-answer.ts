import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { QuestionVector } from '../answers/find-by-meaning.ts'
import { loadKeptAnswer } from '../kept-answers/queries.ts'
import { citeQuotes, placesOfQuotes } from './cite-quotes.ts'
import { insertCuratedAnswer } from './insert-curated-answer.ts'
import { citationsOf, type CurateKeptAnswer, type CuratedAnswer } from './schemas.ts'

/**
 * Turns a stored answer into a curated one. The caller gives the question again, because the original may name
 * somebody. Without citations, it uses the citations of the stored answer whose documents still exist.
 */
export const curateKeptAnswer = (
  ctx: Context,
  { id, question, answer, citations: given }: CurateKeptAnswer & { id: string },
  near?: QuestionVector,
): Promise<CuratedAnswer> =>
  transact(ctx, 'knowledge:write', async (tx) => {
    await lockRecord(tx, 'kept_answers', id)
    const kept = await loadKeptAnswer(tx, id)
    const { assistantId } = kept
    await assertNotCurated(tx, { assistantId, question })
    await assertReferences(tx, 'assistant', { assistantId })
    const citations = given
      ? await citeQuotes(tx, assistantId, given)
      : (await placesOfQuotes(tx, assistantId, citationsOf(kept))).filter((place) => !!place)
    tx.did({ type: 'keptAnswer', id }, {})
    return insertCuratedAnswer(tx, { assistantId, question, answer, citations }, near)
  })

/** Refuses to curate an answer twice, so that simultaneous calls publish only one. */
const assertNotCurated = async (
  { db, tenantId }: Transaction,
  asked: { assistantId: string; question: string },
): Promise<void> => {
  const known = await db.curatedAnswer.findFirst({
    where: { tenantId, ...asked, archivedAt: null },
    select: { id: true },
  })
  if (!known) return
  throw new DomainError(
    'already_exists',
    `The assistant already has a curated answer to this question, ${known.id}. Change it with PATCH /v1/ai/curated-answers/{id}.`,
  )
}
