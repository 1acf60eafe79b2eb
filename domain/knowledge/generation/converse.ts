import type { AiModel as ModelRow } from '#prisma/generated/client.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import type { CallFailure } from '#providers/ai/chat-models.ts'
import { assertAskedAbout } from '../turns/children-in.ts'
import { callWithinBudget } from '../model-calls/call-within-budget.ts'
import type { callModel } from '../model-calls/call-model.ts'
import { nextMove, type LoopStep } from '../model-loop/next-move.ts'
import { loadKnownPersons, type KnownPersons } from '../redaction/load-known-persons.ts'
import type { Redaction } from '../redaction/create-redaction.ts'
import { redactionFor } from '../redaction/redaction-for.ts'
import type { RecordTools } from '../record-questions/open-record-tools.ts'
import { redactMessages, restoreSaid } from '../turns/redact-messages.ts'

/** Why a conversation has no answer. */
export type ConversationFailure =
  | CallFailure
  | 'budget_exhausted'
  | 'data_policy'
  | 'consent_missing'
  | 'processing_restricted'

/** The final text of a model, as it wrote it, and the redaction with which it was asked. */
type Conversed = { callIds: string[] } & (
  | { failure: ConversationFailure }
  | { failure: null; text: string; redaction: Redaction }
)

/** The limits of a conversation for one answer. */
const LIMITS = { turns: 5, tokens: 200_000 }

type Asked = Parameters<typeof callModel>[2]
type Call = Parameters<typeof callModel>[3]

interface Conversation {
  /** The people who may occur in the first message. */
  persons: KnownPersons
  /** Texts of the first message and the instructions. */
  texts: readonly string[]
  childId: string | null
  records: RecordTools | undefined
  /** The request with a redaction. Its only message is the first. */
  askedWith: (redaction: Redaction) => Asked
  call: Call
}

/**
 * Asks a model until it answers with text. It may first call tools, which read records for the person who asks.
 * It is told of a child only with consent, and of nobody's name that its policy withholds.
 */
export const converse = async (
  ctx: OutsideContext,
  model: ModelRow,
  { records, askedWith, call, texts, childId, ...first }: Conversation,
): Promise<Conversed> => {
  const callIds: string[] = []
  const steps: LoopStep[] = []
  const told = new Set<string>()
  let { persons } = first
  for (;;) {
    const redaction = redactionFor(model, persons)
    const asked = askedWith(redaction)
    const next = nextMove('', steps, LIMITS, (text) => ({ output: text }))
    if (next.move === 'ASK') {
      const [, ...later] = next.messages
      const called = await callWithinBudget(
        ctx,
        model,
        {
          ...asked,
          childId: asked.childId ?? onlyOf(told),
          messages: [...asked.messages, ...redactMessages(later, redaction)],
          ...(records && { tools: records.tools }),
          sentIds: [...new Set([...asked.sentIds, ...told])],
          readingNeeds: [...asked.readingNeeds, ...(records?.needs ?? [])],
        },
        call,
      )
      if (typeof called === 'string') return { callIds, failure: 'budget_exhausted' }
      const { callId, outcome, tokens } = called
      callIds.push(callId)
      if (outcome.failure !== null) return { callIds, failure: outcome.failure }
      if (!records || outcome.toolCalls.length === 0)
        return { callIds, failure: null, text: outcome.text, redaction }
      steps.push({ kind: 'MODEL', ...restoreSaid(outcome, redaction), tokens })
    } else if (next.move === 'CALL') {
      const { text, childIds } = await records!.call(next.call)
      const refusal = await refusalOf(ctx, model, childIds)
      if (refusal) return { callIds, failure: refusal }
      for (const id of childIds) told.add(id)
      steps.push({ kind: 'TOOL', callId: next.call.id, name: next.call.name, result: text })
      persons = await read(ctx, 'knowledge:read', (reader) =>
        loadKnownPersons(reader, [...texts, JSON.stringify(steps)], childId),
      )
    } else if (next.move === 'REFUSE')
      steps.push(
        ...next.calls.map(({ id, name }) => {
          return { kind: 'TOOL', callId: id, name, result: next.reason, refused: true } as const
        }),
      )
    else return { callIds, failure: 'invalid_answer' }
  }
}

/** A call that shows one child belongs to this child, like a call for a question about the child. */
const onlyOf = (ids: ReadonlySet<string>): string | null => {
  const [only = null, ...others] = ids
  return others.length === 0 ? only : null
}

/** Why a model may not be told of these children. */
const refusalOf = async (
  ctx: OutsideContext,
  { dataPolicy }: ModelRow,
  childIds: readonly string[],
): Promise<ConversationFailure | undefined> => {
  if (childIds.length === 0) return undefined
  if (dataPolicy === 'NONE') return 'data_policy'
  try {
    await read(ctx, 'knowledge:read', (reader) => assertToldOf(reader, childIds))
    return undefined
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { code } = error
    if (code === 'consent_missing' || code === 'processing_restricted') return code
    throw error
  }
}

/** Checks consent with the view of the whole centre, because the caller's view may not include it. */
const assertToldOf = (reader: Reader, childIds: readonly string[]): Promise<void> =>
  reader.asCentre(() => assertAskedAbout(reader, childIds))
