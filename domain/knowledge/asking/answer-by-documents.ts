import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { EmbeddedQuestion } from '../answers/embed-question.ts'
import { findQuotes, type FoundQuotes } from '../answers/find-quotes.ts'
import type { AskedAssistant } from '../answers/load-asked.ts'
import type { KnowledgeAnswer } from '../answers/schemas.ts'
import type { Generated, GeneratedAnswer } from '../generation/generate-answer.ts'

/** What documents answer. */
export type Answered = Pick<
  KnowledgeAnswer,
  | 'answer'
  | 'citations'
  | 'curatedAnswerId'
  | 'confidence'
  | 'notFound'
  | 'nearest'
  | 'generated'
  | 'model'
  | 'fallbackReason'
>

type Worded = Omit<Answered, 'fallbackReason'>

/** The verified answer of a model, otherwise quotes from the documents. */
export const answerByDocuments = async (
  reader: Reader,
  asking: EmbeddedQuestion,
  { assistantVersion, settings }: AskedAssistant,
  { answer, fallbackReason }: Generated,
): Promise<Answered> => {
  const quoting = () => findQuotes(reader, { ...asking, ...settings })
  if (answer === null) return { ...extractive(await quoting()), fallbackReason }
  return (await isCurrent(reader, answer, assistantVersion))
    ? { ...(await generated(answer, quoting)), fallbackReason }
    : { ...extractive(await quoting()), fallbackReason: 'documents_changed' }
}

const extractive = ({ quotes, nearest }: FoundQuotes): Worded => ({
  answer: quotes.length > 0 ? quotes.map(({ quote }) => quote).join(' ') : null,
  citations: quotes,
  curatedAnswerId: null,
  confidence: (quotes[0] ?? nearest[0])?.score ?? 0,
  notFound: quotes.length === 0,
  nearest,
  generated: false,
  model: null,
})

/** If no claim of the model can be verified, the answer counts as not found, and the nearest passages are shown. */
const generated = async (
  { text, citations, model }: GeneratedAnswer,
  quoting: () => Promise<FoundQuotes>,
): Promise<Worded> => ({
  answer: text,
  citations,
  curatedAnswerId: null,
  confidence: Math.max(0, ...citations.map(({ score }) => score)),
  notFound: text === null,
  nearest: text === null ? nearestOf(await quoting()) : [],
  generated: true,
  model,
})

const nearestOf = ({ quotes, nearest }: FoundQuotes) => [...quotes, ...nearest]

/** Whether the answer comes from the current version and from documents that are still searched. */
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
