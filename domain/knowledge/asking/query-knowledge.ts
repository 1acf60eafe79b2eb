import type { Context } from '#platform/core/context/context.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { EmbeddedQuestion } from '../answers/embed-question.ts'
import { loadAsked, type AskedAssistant } from '../answers/load-asked.ts'
import type { KnowledgeAnswer, QueryKnowledge } from '../answers/schemas.ts'
import type { AssistantSettings } from '../assistants/schemas.ts'
import { findCuratedAnswer, type FoundCurated } from '../curated-answers/find-curated-answer.ts'
import type { Generated } from '../generation/generate-answer.ts'
import { keepAnswer } from '../kept-answers/keep-answer.ts'
import { exampleQuestions } from '../record-questions/example-questions.ts'
import type { RecordAnswer } from '../record-questions/answer-from-records.ts'
import { toAnswerContext } from '../record-questions/schemas.ts'
import { answerByDocuments, type Answered } from './answer-by-documents.ts'
import type { PreparedAnswer } from './prepare-answer.ts'

/**
 * Answers a question from records, as far as they answer it, and otherwise from documents: with a curated answer
 * to a similar question, with sentences quoted from the assistant's documents, or with a text that a model has
 * written from them in advance, with quotes for every claim. Text of documents is quoted and never obeyed. If
 * nothing covers enough of the question, the answer says so.
 */
export const queryKnowledge = (
  ctx: Context,
  asking: QueryKnowledge,
  { records, made, readable, ...prepared }: PreparedAnswer,
): Promise<KnowledgeAnswer> =>
  transact(ctx, 'knowledge:read', async (tx) => {
    const asked = await loadAsked(tx, asking)
    const { assistantId, assistantVersion, settings } = asked
    const direct = allowedOf(records, settings)
    const byModel = allowedOf(made.answer?.records, settings)
    const read = joined(direct, byModel)
    const isDropped = records !== undefined && direct !== records
    const rest = isDropped ? asking : prepared.asking
    const documents = rest ? await answerOf(tx, rest, asked, made) : NO_DOCUMENT
    const answered = {
      ...together(read, documents),
      ...(byModel.statements.length > 0 && { generated: true, model: made.answer!.model }),
    }
    const isKept = read.statements.length === 0
    const id = isKept ? await keepAnswer(tx, asked, asking.question, answered) : null
    report(tx, asked, read, documents)
    const { clarification, context, statements, childIds } = read
    const [only] = childIds.length === 1 ? childIds : []
    return {
      id,
      assistantId,
      assistantVersion,
      ...answered,
      childId: asked.child?.id ?? only ?? null,
      modelCallIds: made.modelCallIds,
      statements,
      clarification: documents.notFound ? clarification : null,
      context: context && toAnswerContext(context),
      examples: answered.notFound ? exampleQuestions(readable, settings) : [],
    }
  })

type Read = Omit<RecordAnswer, 'rest'>

const NOTHING_READ: Read = {
  statements: [],
  tools: [],
  clarification: null,
  context: null,
  childIds: [],
}

/** What was read, if the version that is published now still has the tools. */
const allowedOf = (read: Read | undefined, { tools }: AssistantSettings): Read =>
  read?.tools.every((used) => tools.some((tool) => tool === used)) ? read : NOTHING_READ

/** What was read for the recognized parts of the question, and what a model has read for the others. */
const joined = (direct: Read, byModel: Read): Read => ({
  statements: [...direct.statements, ...byModel.statements],
  tools: [...new Set([...direct.tools, ...byModel.tools])],
  clarification: direct.clarification ?? byModel.clarification,
  context: byModel.context ?? direct.context,
  childIds: [...new Set([...direct.childIds, ...byModel.childIds])],
})

const answerOf = async (
  tx: Transaction,
  asking: EmbeddedQuestion,
  asked: AskedAssistant,
  made: Generated,
): Promise<Answered> => {
  const written = await findCuratedAnswer(tx, asking)
  return written ? curated(written) : answerByDocuments(tx, asking, asked, made)
}

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

/** Records have answered the whole question, so no document was searched. */
const NO_DOCUMENT: Answered = {
  answer: null,
  citations: [],
  curatedAnswerId: null,
  confidence: 0,
  notFound: true,
  nearest: [],
  generated: false,
  model: null,
  fallbackReason: null,
}

const together = ({ statements }: Pick<Read, 'statements'>, documents: Answered): Answered => {
  if (statements.length === 0) return documents
  const said = statements.map(({ text }) => text)
  const answer = [...said, ...(documents.answer === null ? [] : [documents.answer])].join(' ')
  return { ...documents, answer, confidence: 1, notFound: false, nearest: [] }
}

/** Records in the history of each child whose records were read that they were shown. */
const report = (
  tx: Transaction,
  { assistantId, child }: AskedAssistant,
  { childIds, tools, statements }: Read,
  { citations, generated, curatedAnswerId }: Answered,
): void => {
  const facts = { quotes: citations.length, generated, curatedAnswerId }
  const read = statements.length > 0 && { statements: statements.length, tools }
  const about = new Set([...(child ? [child.id] : []), ...childIds])
  for (const id of about) tx.did({ type: 'child', id }, { assistantId, ...facts, ...read })
  tx.did({ type: 'assistant', id: assistantId }, { ...facts, ...read })
}
