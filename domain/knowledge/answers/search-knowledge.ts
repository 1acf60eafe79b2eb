import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { EmbeddedQuestion } from './embed-question.ts'
import { findQuotes } from './find-quotes.ts'
import { loadAsked } from './load-asked.ts'
import type { FoundPassages } from './schemas.ts'

const THOUSANDTHS = 1_000

/** Finds the candidate passages for an answer, with their scores by each search method. */
export const searchKnowledge = (
  ctx: Context,
  { question, near, ...filter }: EmbeddedQuestion,
): Promise<FoundPassages> =>
  transact(ctx, 'knowledge:read', async (tx) => {
    const { assistantId } = filter
    const { assistantVersion, settings } = await loadAsked(tx, filter)
    const { passages } = await findQuotes(tx, { ...filter, question, near, ...settings })
    tx.did({ type: 'assistant', id: assistantId }, { passages: passages.length })
    return {
      assistantId,
      assistantVersion,
      embeddingModel: near?.model ?? null,
      passages: passages.map(({ startsWith, text, score, byWords, byMeaning, ...passage }) => ({
        documentId: passage.documentId,
        edition: passage.edition,
        title: passage.title,
        page: passage.page,
        headings: passage.headings,
        text,
        start: startsWith,
        end: startsWith + text.length,
        score: rounded(score),
        byWords: rounded(byWords),
        byMeaning: byMeaning === null ? null : rounded(byMeaning),
      })),
    }
  })

const rounded = (score: number): number => Math.round(score * THOUSANDTHS) / THOUSANDTHS
