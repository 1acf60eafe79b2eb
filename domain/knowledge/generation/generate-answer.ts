import type { AiModel as ModelRow } from '#prisma/generated/client.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import type { CallFailure } from '#providers/ai/chat-models.ts'
import type { EmbeddedQuestion } from '../answers/embed-question.ts'
import { findQuotes, type FoundQuotes } from '../answers/find-quotes.ts'
import { loadAsked, type AskedAssistant } from '../answers/load-asked.ts'
import type { RankedPassage } from '../answers/rank-passages.ts'
import type { Citation } from '../answers/schemas.ts'
import { findCuratedAnswer } from '../curated-answers/find-curated-answer.ts'
import { askInOrder, type Attempt } from '../model-calls/ask-in-order.ts'
import { callWithinBudget } from '../model-calls/call-within-budget.ts'
import { loadEnabledModels } from '../models/queries.ts'
import { createRedaction } from '../redaction/create-redaction.ts'
import { loadKnownPersons, type KnownPersons } from '../redaction/load-known-persons.ts'
import { personalValues } from '../redaction/personal-values.ts'
import { isChild, redactionFor } from '../redaction/redaction-for.ts'
import { assertAiProcessing } from './assert-ai-processing.ts'
import { claimsAsTheyCome } from './claims-as-they-come.ts'
import type { FallbackReason } from '../answers/fallback-reasons.ts'
import { claimIn, claimsIn, systemPrompt, userPrompt } from './user-prompt.ts'
import {
  verifyClaims,
  type Claim,
  type VerifiedClaim,
  type VerifiedQuote,
} from './verify-claims.ts'

/** A model's answer, reduced to its verified claims. */
export interface GeneratedAnswer {
  /** The version of the assistant for which it was generated. */
  assistantVersion: number
  model: { id: string; name: string }
  /** Null if no claim was verified. */
  text: string | null
  citations: Citation[]
}

/** A generated answer, or the reason why there is none. */
export interface Generated {
  answer: GeneratedAnswer | null
  fallbackReason: FallbackReason | null
  modelCallIds: string[]
}

/** A caller who is waiting for the answer. */
interface Listener {
  /** Receives each verified claim as soon as it is complete. Unverified text is never shown. */
  onText?: (text: string) => void
  signal?: AbortSignal
}

const NONE: Generated = { answer: null, fallbackReason: null, modelCallIds: [] }

/** Maximum number of passages for a model. */
const MOST_PASSAGES = 8

/**
 * Asks the centre's models in order, until one answers the question from the assistant's documents. Runs
 * outside of transactions: data is read before, and each call records itself.
 */
export const generateAnswer = async (
  ctx: OutsideContext,
  asking: EmbeddedQuestion,
  listener: Listener = {},
): Promise<Generated> => {
  const material = await read(ctx, 'knowledge:read', (reader) => loadMaterial(reader, asking))
  if (!material) return NONE
  const { answer, failure, modelCallIds } = await askInOrder(material.models, (model) =>
    answerBy(ctx, model, material, listener),
  )
  return { answer, fallbackReason: failure, modelCallIds }
}

/** The input for models; undefined if no model may be asked. */
const loadMaterial = async (
  reader: Reader,
  { question, ...asking }: EmbeddedQuestion,
): Promise<Material | undefined> => {
  const asked = await loadAsked(reader, asking)
  const { settings, child } = asked
  if (!settings.generatedAnswers) return undefined
  if (await findCuratedAnswer(reader, { ...asking, question })) return undefined
  const found = await findQuotes(reader, { ...asking, question, ...settings })
  if (found.passages.length === 0) return undefined
  const models = await loadEnabledModels(reader)
  if (child && models.some(({ dataPolicy }) => dataPolicy !== 'NONE'))
    await assertAiProcessing(reader, child)
  const given = found.passages.slice(0, MOST_PASSAGES)
  const persons =
    models.length > 0
      ? await loadKnownPersons(reader, textsOf({ question, given, settings }), child?.id ?? null)
      : { family: [], others: [] }
  return { asked, found, given, models, question, persons }
}

const textsOf = ({
  question,
  given,
  settings,
}: Pick<Material, 'question' | 'given'> & Pick<AskedAssistant, 'settings'>): string[] => [
  question,
  settings.instructions ?? '',
  ...given.flatMap(({ title, headings, text }) => [title, ...headings, text]),
]

interface Material {
  asked: AskedAssistant
  found: FoundQuotes
  /** The passages that the model gets. */
  given: readonly RankedPassage[]
  /** The models, in the order of calls. */
  models: ModelRow[]
  question: string
  persons: KnownPersons
}

type Failure = CallFailure | 'budget_exhausted' | 'data_policy'

const answerBy = async (
  ctx: OutsideContext,
  model: ModelRow,
  material: Material,
  { onText, signal }: Listener,
): Promise<Attempt<GeneratedAnswer, Failure>> => {
  const { asked, found, given, question } = material
  const { assistantId, assistantVersion, settings, child } = asked
  if (model.dataPolicy === 'NONE' && isAboutChild(material)) return { failure: 'data_policy' }
  const { redact, restore } = redactionFor(model, material.persons)
  const redactedQuestion = redact(question, { typed: true })
  const passages = given.map((passage, index) => ({ ...passage, name: `p${index + 1}` }))
  const prompts = passages.map(({ name, title, headings, text }) => ({
    name,
    title: redact(title),
    headings: headings.map((heading) => redact(heading)),
    text: redact(text),
  }))
  const documentIds = given.map(({ documentId }) => documentId)
  const restored = ({ text, citations }: Claim): Claim => ({
    text: restore(text),
    citations: citations.map(({ passage, quote }) => ({ passage, quote: restore(quote) })),
  })
  let told = 0
  const tell = (json: string): void => {
    const claim = claimIn(json)
    for (const { text } of claim ? verifyClaims([restored(claim)], passages) : []) {
      onText?.(told === 0 ? text : ` ${text}`)
      told += 1
    }
  }
  const called = await callWithinBudget(
    ctx,
    model,
    {
      purpose: 'ANSWER',
      assistantId,
      childId: child?.id ?? null,
      system: systemPrompt(settings.instructions && redact(settings.instructions)),
      messages: [{ role: 'USER', text: userPrompt(redactedQuestion, prompts) }],
      sentIds: [...new Set(child ? [child.id, ...documentIds] : documentIds)],
      readingNeeds: ['knowledge:read'],
    },
    {
      needs: 'knowledge:read',
      temperature: settings.temperature,
      signal,
      onText: onText && claimsAsTheyCome(tell),
    },
  )
  if (typeof called === 'string') return { failure: 'budget_exhausted' }
  const { callId, outcome } = called
  if (outcome.failure !== null) return { callId, failure: outcome.failure }
  const claims = claimsIn(outcome.text)?.map(restored)
  if (!claims) return { callId, failure: 'invalid_answer' }
  const verified = verifyClaims(claims, passages)
  const named = new Map(passages.map((passage) => [passage.name, passage]))
  const answer = {
    assistantVersion,
    model: { id: model.id, name: model.name },
    text: verified.length > 0 ? verified.map(({ text }) => text).join(' ') : null,
    citations: citationsOf(verified, named, found.candidates),
  }
  return { callId, answer }
}

/** Whether the question is about a child or names one. */
const isAboutChild = ({ asked: { child }, question, persons: { others } }: Material): boolean => {
  const children = others.filter(isChild).flatMap(personalValues)
  const { redact } = createRedaction(children)
  return child !== null || redact(question, { typed: true }).includes('[NAME_')
}

/** The quotes' positions without duplicates, in the order of citations. */
const citationsOf = (
  claims: readonly VerifiedClaim[],
  named: ReadonlyMap<string, RankedPassage>,
  candidates: readonly Citation[],
): Citation[] => {
  const citations = claims.flatMap(({ quotes }) =>
    quotes.map((quote) => citationOf(quote, named.get(quote.passage)!, candidates)),
  )
  const places = citations.map(({ documentId, start, end }) => `${documentId} ${start} ${end}`)
  return citations.filter((_, index) => places.indexOf(places[index]!) === index)
}

const citationOf = (
  { start, end, quote }: VerifiedQuote,
  { documentId, edition, title, page, headings, startsWith }: RankedPassage,
  candidates: readonly Citation[],
): Citation => {
  const place = { start: startsWith + start, end: startsWith + end }
  const scores = candidates
    .filter((it) => it.documentId === documentId && it.start < place.end && it.end > place.start)
    .map(({ score }) => score)
  return {
    documentId,
    edition,
    title,
    page,
    headings,
    quote,
    ...place,
    score: Math.max(0, ...scores),
  }
}
