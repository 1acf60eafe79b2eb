import type { Context } from '#platform/core/context.ts'
import { transact, type Reader } from '#platform/core/transaction.ts'
import type { Generated, GeneratedAnswer } from '../generation/generate-answer.ts'
import type { EmbeddedQuestion } from './embed-question.ts'
import { findQuotes, type FoundQuotes } from './find-quotes.ts'
import { loadAsked } from './load-asked.ts'
import type { KnowledgeAnswer } from './schemas.ts'

/**
 * Answers a question by quoting the sentences of an assistant's documents that speak of it, or by what a
 * model has worded of them before, every claim with its quotes. What documents say is quoted and never
 * followed. Where none speaks of enough of the question, that is the answer.
 */
export const queryKnowledge = (
  ctx: Context,
  { question, ...asking }: EmbeddedQuestion,
  { answer, fallbackReason, modelCallIds }: Generated,
): Promise<KnowledgeAnswer> =>
  transact(ctx, 'knowledge:read', async (tx) => {
    const { assistantId } = asking
    const { assistantVersion, settings, child } = await loadAsked(tx, asking)
    const found = await findQuotes(tx, { ...asking, question, ...settings })
    const stands = answer !== null && (await isCurrent(tx, answer, assistantVersion))
    const reason = answer !== null && !stands ? 'documents_changed' : fallbackReason
    const answered = stands ? generated(answer, found) : extractive(found)
    const facts = { quotes: answered.citations.length, generated: answered.generated }
    // What was asked about a child is on record with the child.
    if (child) tx.did({ type: 'child', id: child.id }, { assistantId, ...facts })
    tx.did({ type: 'assistant', id: assistantId }, facts)
    return {
      assistantId,
      assistantVersion,
      ...answered,
      fallbackReason: reason,
      childId: child?.id ?? null,
      modelCallIds,
    }
  })

type Worded = Omit<
  KnowledgeAnswer,
  'assistantId' | 'assistantVersion' | 'fallbackReason' | 'childId' | 'modelCallIds'
>

const extractive = ({ quotes, nearest }: FoundQuotes): Worded => ({
  answer: quotes.length > 0 ? quotes.map(({ quote }) => quote).join(' ') : null,
  citations: quotes,
  confidence: (quotes[0] ?? nearest[0])?.score ?? 0,
  notFound: quotes.length === 0,
  nearest,
  generated: false,
  model: null,
})

/** Where no claim of the model stands, nothing is found: what comes nearest is shown. */
const generated = (
  { text, citations, model }: GeneratedAnswer,
  { quotes, nearest }: FoundQuotes,
): Worded => ({
  answer: text,
  citations,
  confidence: Math.max(0, ...citations.map(({ score }) => score)),
  notFound: text === null,
  nearest: text === null ? [...quotes, ...nearest] : [],
  generated: true,
  model,
})

/** Whether it was made by the version that answers now, of documents that still do. */
const isCurrent = async (
  reader: Reader,
  { assistantVersion, citations }: GeneratedAnswer,
  current: number,
): Promise<boolean> => {
  if (assistantVersion !== current) return false
  const cited = [...new Set(citations.map(({ documentId }) => documentId))]
  const ready = await reader.db.knowledgeDocument.count({
    where: { tenantId: reader.tenantId, id: { in: cited }, status: 'READY' },
  })
  return ready === cited.length
}
