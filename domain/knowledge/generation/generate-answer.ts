import type { AiModel as ModelRow } from '#prisma/generated/client.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import type { EmbeddedQuestion } from '../answers/embed-question.ts'
import { findQuotes, type FoundQuotes } from '../answers/find-quotes.ts'
import { loadAsked, type AskedAssistant } from '../answers/load-asked.ts'
import type { RankedPassage } from '../answers/rank-passages.ts'
import type { Citation } from '../answers/schemas.ts'
import { findCuratedAnswer } from '../curated-answers/find-curated-answer.ts'
import { askInOrder, type Attempt } from '../model-calls/ask-in-order.ts'
import { loadEnabledModels } from '../models/queries.ts'
import { createRedaction, type Redaction } from '../redaction/create-redaction.ts'
import { loadKnownPersons, type KnownPersons } from '../redaction/load-known-persons.ts'
import { personalValues } from '../redaction/personal-values.ts'
import { isChild } from '../redaction/redaction-for.ts'
import type { RecordAnswer } from '../record-questions/answer-from-records.ts'
import { openRecordTools, type RecordTools } from '../record-questions/open-record-tools.ts'
import { assertAiProcessing, isAiProcessingAllowed } from './assert-ai-processing.ts'
import { claimsAsTheyCome } from './claims-as-they-come.ts'
import { converse, type ConversationFailure } from './converse.ts'
import type { FallbackReason } from '../answers/fallback-reasons.ts'
import { claimIn, claimsIn, READING_RECORDS, systemPrompt, userPrompt } from './user-prompt.ts'
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
  /** What documents say; null if no claim about documents was verified. */
  text: string | null
  citations: Citation[]
  /** What records say. */
  records: Omit<RecordAnswer, 'rest'>
}

/** A generated answer, or the reason why there is none. */
export interface Generated {
  answer: GeneratedAnswer | null
  fallbackReason: FallbackReason | null
  modelCallIds: string[]
}

/** A caller who is waiting for the answer. */
export interface Listener {
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
  const hasPassages = found.passages.length > 0
  if (!hasPassages && settings.tools.length === 0) return undefined
  const models = await loadEnabledModels(reader)
  if (child && models.some(({ dataPolicy }) => dataPolicy !== 'NONE')) {
    if (hasPassages) await assertAiProcessing(reader, child)
    // Without passages the answer is that nothing was found, which needs no consent.
    else if (!(await isAiProcessingAllowed(reader, child))) return undefined
  }
  const given = found.passages.slice(0, MOST_PASSAGES)
  const persons =
    models.length > 0
      ? await loadKnownPersons(reader, textsOf({ question, given, settings }), child?.id ?? null)
      : { family: [], others: [] }
  return { asked, found, given, models, question, asking, persons }
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
  /** The child and the context of the question. */
  asking: Pick<EmbeddedQuestion, 'childId' | 'context'>
  persons: KnownPersons
}

const answerBy = async (
  ctx: OutsideContext,
  model: ModelRow,
  material: Material,
  { onText, signal }: Listener,
): Promise<Attempt<GeneratedAnswer, ConversationFailure>> => {
  const { asked, found, given, question, asking } = material
  const { assistantId, assistantVersion, settings, child } = asked
  if (model.dataPolicy === 'NONE' && isAboutChild(material)) return { failure: 'data_policy' }
  const records = openRecordTools(ctx, asked, { ...asking, question })
  const passages = given.map((passage, index) => ({ ...passage, name: `p${index + 1}` }))
  const documentIds = given.map(({ documentId }) => documentId)
  const { tell, restoreWith } = telling(passages, onText)
  const conversed = await converse(ctx, model, {
    persons: material.persons,
    texts: textsOf({ question, given, settings }),
    childId: child?.id ?? null,
    records,
    askedWith: (redaction) => {
      restoreWith(redaction)
      return {
        purpose: 'ANSWER',
        assistantId,
        childId: child?.id ?? null,
        system: instructionsFor(settings.instructions, records, redaction),
        messages: [{ role: 'USER', text: promptOf(question, passages, redaction) }],
        sentIds: [...new Set(child ? [child.id, ...documentIds] : documentIds)],
        readingNeeds: ['knowledge:read'],
      }
    },
    call: {
      needs: 'knowledge:read',
      temperature: settings.temperature,
      signal,
      // Text before a tool call is not an answer, so it is told only at the end.
      onText: records ? undefined : onText && claimsAsTheyCome(tell),
    },
  })
  const callId = conversed.callIds.at(-1)
  const earlierCallIds = conversed.callIds.slice(0, -1)
  const called = { earlierCallIds, ...(callId !== undefined && { callId }) }
  if (conversed.failure !== null) return { ...called, failure: conversed.failure }
  const claims = claimsIn(conversed.text)?.map((claim) => restored(claim, conversed.redaction))
  if (!claims) return { ...called, failure: 'invalid_answer' }
  const read = (await records?.readAgain()) ?? []
  const verified = verifyClaims(claims, [...passages, ...read])
  if (records)
    for (const [index, { text }] of verified.entries()) onText?.(index === 0 ? text : ` ${text}`)
  const answer = {
    assistantVersion,
    model: { id: model.id, name: model.name },
    ...partsOf(verified, { passages, read, found }),
    records: recordsIn(verified, read, records),
  }
  return { ...called, callId: callId!, answer }
}

type NamedPassage = RankedPassage & { name: string }

/** Emits verified claims while the model writes them, with the names of the current redaction restored. */
const telling = (passages: readonly NamedPassage[], onText: Listener['onText']) => {
  let redaction: Redaction | undefined
  let told = 0
  return {
    restoreWith: (current: Redaction): void => {
      redaction = current
    },
    tell: (json: string): void => {
      const claim = claimIn(json)
      for (const { text } of claim ? verifyClaims([restored(claim, redaction!)], passages) : []) {
        onText?.(told === 0 ? text : ` ${text}`)
        told += 1
      }
    },
  }
}

const restored = ({ text, citations }: Claim, { restore }: Pick<Redaction, 'restore'>): Claim => ({
  text: restore(text),
  citations: citations.map(({ passage, quote }) => ({ passage, quote: restore(quote) })),
})

const instructionsFor = (
  instructions: string | null,
  records: RecordTools | undefined,
  { redact }: Redaction,
): string => {
  const system = systemPrompt(instructions && redact(instructions))
  return records ? `${system}\n\n${READING_RECORDS}` : system
}

const promptOf = (
  question: string,
  passages: readonly NamedPassage[],
  { redact }: Redaction,
): string =>
  userPrompt(
    redact(question, { typed: true }),
    passages.map(({ name, title, headings, text }) => ({
      name,
      title: redact(title),
      headings: headings.map((heading) => redact(heading)),
      text: redact(text),
    })),
  )

interface Sources {
  passages: readonly NamedPassage[]
  read: readonly { name: string }[]
  found: FoundQuotes
}

/** The claims that rest on documents only, and the places of all quotes in documents. */
const partsOf = (verified: readonly VerifiedClaim[], { passages, read, found }: Sources) => {
  const labels = new Set(read.map(({ name }) => name))
  const ofDocuments = verified.filter(({ quotes }) =>
    quotes.every(({ passage }) => !labels.has(passage)),
  )
  const named = new Map(passages.map((passage) => [passage.name, passage]))
  const inDocuments = verified.map(({ text, quotes }) => ({
    text,
    quotes: quotes.filter(({ passage }) => named.has(passage)),
  }))
  return {
    text: ofDocuments.length > 0 ? ofDocuments.map(({ text }) => text).join(' ') : null,
    citations: citationsOf(inDocuments, named, found.candidates),
  }
}

/** The claims that rest on records, each with the records of the sentences that it quotes. */
const recordsIn = (
  verified: readonly VerifiedClaim[],
  read: Awaited<ReturnType<RecordTools['readAgain']>>,
  tools: RecordTools | undefined,
): GeneratedAnswer['records'] => {
  const byName = new Map(read.map((statement) => [statement.name, statement]))
  const quoted = verified.flatMap(({ text, quotes }) => {
    const sentences = quotes.flatMap(({ passage }) => byName.get(passage) ?? [])
    return sentences.length > 0 ? [{ text, sentences }] : []
  })
  const used = quoted.flatMap(({ sentences }) => sentences)
  return {
    statements: quoted.map(({ text, sentences }) => {
      const records = sentences.flatMap((sentence) => sentence.records)
      const ids = records.map(({ id }) => id)
      return { text, records: records.filter(({ id }, index) => ids.indexOf(id) === index) }
    }),
    tools: [...new Set(used.map(({ tool }) => tool))],
    clarification: quoted.length === 0 ? (tools?.clarification ?? null) : null,
    context: quoted.length > 0 ? (tools?.context ?? null) : null,
    childIds: [...new Set(used.flatMap(({ childIds }) => childIds))],
  }
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
