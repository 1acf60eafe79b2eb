import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { EmbeddedQuestion } from '../answers/embed-question.ts'
import { loadAsked } from '../answers/load-asked.ts'
import type { KnowledgeAnswer } from '../answers/schemas.ts'
import { findCuratedAnswer, type FoundCurated } from '../curated-answers/find-curated-answer.ts'
import type { Generated } from '../generation/generate-answer.ts'
import { keepAnswer } from '../kept-answers/keep-answer.ts'
import { answerByDocuments, type Answered } from './answer-by-documents.ts'

/**
 * Answers a question with a curated answer to a similar one. Otherwise it quotes sentences from the assistant's
 * documents, or uses a text that a model has written from them in advance, with quotes for every claim. Text of
 * documents is quoted and never obeyed. If no document covers enough of the question, the answer says so.
 */
export const queryKnowledge = (
  ctx: Context,
  asking: EmbeddedQuestion,
  made: Generated,
): Promise<KnowledgeAnswer> =>
  transact(ctx, 'knowledge:read', async (tx) => {
    const asked = await loadAsked(tx, asking)
    const { assistantId, assistantVersion, child } = asked
    const written = await findCuratedAnswer(tx, asking)
    const answered = written ? curated(written) : await answerByDocuments(tx, asking, asked, made)
    const id = await keepAnswer(tx, asked, asking.question, answered)
    const { citations, generated, curatedAnswerId } = answered
    const facts = { quotes: citations.length, generated, curatedAnswerId }
    // A question about a child is recorded in the child's history.
    if (child) tx.did({ type: 'child', id: child.id }, { assistantId, ...facts })
    tx.did({ type: 'assistant', id: assistantId }, facts)
    return {
      id,
      assistantId,
      assistantVersion,
      ...answered,
      childId: child?.id ?? null,
      modelCallIds: made.modelCallIds,
    }
  })

const curated = ({ id, answer, citations, closeness }: FoundCurated): Answered => ({
  answer,
  citations,
  curatedAnswerId: id,
  confidence: closeness,
  notFound: false,
  nearest: [],
  generated: false,
  model: null,
  fallbackReason: null,
})
