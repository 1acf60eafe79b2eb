import type { AiModel as ModelRow } from '#prisma/generated/client.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { permissionsIn, type Needs, type Permission } from '#platform/core/access/permissions.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { readingOf } from '#platform/core/access/withheld.ts'
import {
  CALL_FAILURES,
  type ChatMessage,
  type ChatTool,
  type ToolCall,
} from '#providers/ai/chat-models.ts'
import type { TakenAt } from '../model-calls/assert-run-budget.ts'
import { askInOrder, type Attempt } from '../model-calls/ask-in-order.ts'
import { callWithinBudget } from '../model-calls/call-within-budget.ts'
import { loadEnabledModels } from '../models/queries.ts'
import { loadKnownPersons, type KnownPersons } from '../redaction/load-known-persons.ts'
import { childrenIn, assertAskedAbout } from './children-in.ts'
import { isChild, redactionFor } from '../redaction/redaction-for.ts'
import { redactMessages, restoreSaid } from './redact-messages.ts'

/** The request for a model's next turn. */
export interface Turn {
  /** Permissions that the caller needs. */
  needs: Needs
  system: string
  /** Appended to `system`: text of the platform and its configuration. It contains no names and is not redacted. */
  rules?: string
  messages: readonly ChatMessage[]
  tools: readonly ChatTool[]
  /** The child whom the conversation is about. It may mention others. */
  childId: string | null
  temperature: number | null
  /** The models to ask, in order; empty for the centre's enabled models. */
  modelIds: readonly string[]
  /** Skips models with prices in another currency; null asks all. */
  currency?: string | null
  /** Permissions required to read the sources of the conversation; by default, those for asking. */
  readingNeeds?: readonly Permission[]
  /** The position in the run, for an agent's turn. */
  takenAt?: TakenAt
}

/** Why no model responded. */
export const TURN_FAILURES = [
  ...CALL_FAILURES,
  'no_model',
  'data_policy',
  'budget_exhausted',
  'agent_budget_exhausted',
  'run_budget_exhausted',
  'consent_missing',
  'processing_restricted',
] as const
type TurnFailure = (typeof TURN_FAILURES)[number]

/** Temporary failures that the request did not cause. */
const PASSING: ReadonlySet<TurnFailure> = new Set([
  'rate_limited',
  'provider_error',
  'unreachable',
  'timeout',
  'budget_exhausted',
])

/** A model's response, with redacted names restored. */
interface Said {
  text: string
  toolCalls: ToolCall[]
  model: { id: string; name: string }
  /** The recorded tokens of this call, for input and output. */
  tokens: number
}

export type TurnOutcome = { modelCallIds: string[] } & (
  | { said: Said; failure: null }
  /** `isPassing` means that a retry may succeed later. */
  | { said: null; failure: TurnFailure; isPassing: boolean }
)

/**
 * Asks the centre's models in order for one turn of a conversation, until one responds. Runs outside of
 * transactions: data is read before, and each call records itself.
 */
export const askTurn = async (ctx: OutsideContext, turn: Turn): Promise<TurnOutcome> => {
  const material = await read(ctx, turn.needs, (reader) => loadMaterial(reader, turn))
  if ('failure' in material) return failed(material.failure, [])
  const { answer, failure, modelCallIds } = await askInOrder(material.models, (model) =>
    takenBy(ctx, model, material, turn),
  )
  return failure === null ? { modelCallIds, said: answer, failure } : failed(failure, modelCallIds)
}

const failed = (failure: TurnFailure, modelCallIds: string[]): TurnOutcome => ({
  modelCallIds,
  said: null,
  failure,
  isPassing: PASSING.has(failure),
})

interface Material {
  models: ModelRow[]
  persons: KnownPersons
  /** Children whose ids occur in the conversation. */
  childIds: string[]
}

const loadMaterial = async (
  reader: Reader,
  { system, messages, childId, modelIds, currency = null }: Turn,
): Promise<Material | { failure: TurnFailure }> => {
  const enabled = (await loadEnabledModels(reader)).filter(
    (model) => currency === null || model.currency === currency,
  )
  const models =
    modelIds.length === 0
      ? enabled
      : modelIds.flatMap((id) => enabled.filter((model) => model.id === id))
  const texts = [system, JSON.stringify(messages)]
  const childIds = childrenIn([...texts, childId ?? ''])
  try {
    if (models.some(({ dataPolicy }) => dataPolicy !== 'NONE'))
      await assertAskedAbout(reader, childIds)
  } catch (error) {
    if (error instanceof DomainError && isOfChildren(error.code)) return { failure: error.code }
    throw error
  }
  const persons =
    models.length > 0 ? await loadKnownPersons(reader, texts, childId) : { family: [], others: [] }
  return { models, persons, childIds }
}

const isOfChildren = (code: string): code is 'consent_missing' | 'processing_restricted' =>
  code === 'consent_missing' || code === 'processing_restricted'

const takenBy = async (
  ctx: OutsideContext,
  model: ModelRow,
  { persons, childIds }: Material,
  { needs, system, rules, messages, tools, childId, temperature, readingNeeds, takenAt }: Turn,
): Promise<Attempt<Said, TurnFailure>> => {
  const isOfChild = childIds.length > 0 || persons.others.some(isChild)
  if (model.dataPolicy === 'NONE' && isOfChild) return { failure: 'data_policy' }
  const redaction = redactionFor(model, persons)
  const redacted = redaction.redact(system)
  const called = await callWithinBudget(
    ctx,
    model,
    {
      purpose: 'AGENT',
      assistantId: null,
      childId,
      system: rules === undefined ? redacted : `${redacted}\n\n${rules}`,
      messages: redactMessages(messages, redaction),
      tools,
      sentIds: childIds,
      readingNeeds: readingNeeds ?? permissionsIn(needs).map(readingOf),
      takenAt,
    },
    { needs, temperature },
  )
  if (typeof called === 'string') return { failure: called }
  const { callId, outcome, tokens } = called
  if (outcome.failure !== null) return { callId, failure: outcome.failure }
  const { id, name } = model
  return { callId, answer: { ...restoreSaid(outcome, redaction), model: { id, name }, tokens } }
}
