import type { Context } from '#platform/core/context/context.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { QuestionVector } from '../answers/find-by-meaning.ts'
import { citeQuotes } from './cite-quotes.ts'
import { insertCuratedAnswer } from './insert-curated-answer.ts'
import type { CreateCuratedAnswer, CuratedAnswer } from './schemas.ts'

/** Creates a curated answer without a stored answer as its source. */
export const createCuratedAnswer = (
  ctx: Context,
  { assistantId, citations: quotes, ...texts }: CreateCuratedAnswer,
  near?: QuestionVector,
): Promise<CuratedAnswer> =>
  transact(ctx, 'knowledge:write', async (tx) => {
    await assertReferences(tx, 'assistant', { assistantId })
    const citations = await citeQuotes(tx, assistantId, quotes)
    return insertCuratedAnswer(tx, { assistantId, ...texts, citations }, near)
  })
