import type { AiModel as ModelRow } from '#prisma/generated/client.ts'
import type { OutsideContext } from '#platform/core/context.ts'
import { DomainError } from '#platform/core/errors.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import type { CallFailure } from '#providers/ai/chat-models.ts'
import { findQuotes, type FoundQuotes } from '../answers/find-quotes.ts'
import { loadAsked, type AskedAssistant } from '../answers/load-asked.ts'
import type { RankedPassage } from '../answers/rank-passages.ts'
import type { Citation, QueryKnowledge } from '../answers/schemas.ts'
import { callModel } from '../model-calls/call-model.ts'
import { claimTexts } from './claim-texts.ts'
import type { FallbackReason } from './fallback-reasons.ts'
import { claimsIn, systemPrompt, userPrompt, type PromptPassage } from './user-prompt.ts'
import { verifyClaims, type VerifiedClaim, type VerifiedQuote } from './verify-claims.ts'

/** What a model has answered: the claims that stand. */
export interface GeneratedAnswer {
  /** The version of the assistant that it was made by. */
  assistantVersion: number
  model: { id: string; name: string }
  /** null: no claim stands. */
  text: string | null
  citations: Citation[]
}

/** A generated answer, or why there is none. */
export interface Generated {
  answer: GeneratedAnswer | null
  fallbackReason: FallbackReason | null
  modelCallIds: string[]
}

/** Whoever waits for an answer. */
interface Listener {
  onText?: (text: string) => void
  signal?: AbortSignal
}

const NONE: Generated = { answer: null, fallbackReason: null, modelCallIds: [] }

/** Passages that a model is given. */
const MOST_PASSAGES = 8

/**
 * Has the models of the centre answer a question from what its documents say of it, in their order, until
 * one does. Outside of transactions: it reads, calls, and the calls put themselves on record.
 */
export const generateAnswer = async (
  ctx: OutsideContext,
  asking: QueryKnowledge,
  listener: Listener = {},
): Promise<Generated> => {
  const { asked, found, models } = await read(ctx, 'knowledge:read', (reader) =>
    loadMaterial(reader, asking),
  )
  if (!asked.settings.generatedAnswers || found.passages.length === 0) return NONE
  const modelCallIds: string[] = []
  let fallbackReason: FallbackReason = 'no_model'
  for (const model of models) {
    const attempt = await answerBy(ctx, model, {
      asked,
      found,
      question: asking.question,
      listener,
    })
    if (attempt.callId !== undefined) modelCallIds.push(attempt.callId)
    if ('answer' in attempt) return { answer: attempt.answer, fallbackReason: null, modelCallIds }
    fallbackReason = attempt.failure
    if (fallbackReason === 'cancelled') break
  }
  return { answer: null, fallbackReason, modelCallIds }
}

const loadMaterial = async (reader: Reader, { question, ...filter }: QueryKnowledge) => {
  const asked = await loadAsked(reader, filter)
  const found = await findQuotes(reader, { ...filter, question, ...asked.settings })
  return { asked, found, models: await loadEnabledModels(reader) }
}

/** In the order in which they are asked. */
const loadEnabledModels = ({ db, tenantId }: Reader) =>
  db.aiModel.findMany({
    where: { tenantId, enabled: true, archivedAt: null },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  })

interface Material {
  asked: AskedAssistant
  found: FoundQuotes
  question: string
  listener: Listener
}

type Attempt =
  | { callId: string; answer: GeneratedAnswer }
  | { callId?: string; failure: CallFailure | 'budget_exhausted' }

const answerBy = async (
  ctx: OutsideContext,
  model: ModelRow,
  { asked, found, question, listener }: Material,
): Promise<Attempt> => {
  const { assistantId, assistantVersion, settings } = asked
  const given = found.passages.slice(0, MOST_PASSAGES).map((passage, index) => ({
    passage,
    prompt: { ...passage, name: `p${index + 1}` } satisfies PromptPassage,
  }))
  const prompts = given.map(({ prompt }) => prompt)
  try {
    const { callId, outcome } = await callModel(
      ctx,
      model,
      {
        purpose: 'ANSWER',
        assistantId,
        childId: null,
        system: systemPrompt(settings.instructions),
        prompt: userPrompt(question, prompts),
        sentIds: [...new Set(found.passages.slice(0, MOST_PASSAGES).map((it) => it.documentId))],
      },
      {
        needs: 'knowledge:read',
        temperature: settings.temperature,
        signal: listener.signal,
        onText: listener.onText && claimTexts(listener.onText),
      },
    )
    if (outcome.failure !== null) return { callId, failure: outcome.failure }
    const claims = claimsIn(outcome.text)
    if (!claims) return { callId, failure: 'invalid_answer' }
    const verified = verifyClaims(claims, prompts)
    const named = new Map(given.map(({ prompt, passage }) => [prompt.name, passage]))
    const answer = {
      assistantVersion,
      model: { id: model.id, name: model.name },
      text: verified.length > 0 ? verified.map(({ text }) => text).join(' ') : null,
      citations: citationsOf(verified, named, found.candidates),
    }
    return { callId, answer }
  } catch (error) {
    if (error instanceof DomainError && error.code === 'ai_budget_exhausted')
      return { failure: 'budget_exhausted' }
    throw error
  }
}

/** Each place once, in the order in which the answer rests on them. */
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
