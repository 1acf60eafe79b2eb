import type { Context, OutsideContext } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { loadAgent } from '../../agents/queries.ts'
import { assertPublishable } from '../../agents/publishing-rules.ts'
import { type AgentDefinition, definitionOf } from '../../definitions/definition.ts'
import { checkedInput } from '../start/checked-input.ts'
import { runConversation } from './run-conversation.ts'
import type { Outcome } from '../nodes/outcome.ts'
import { Preview } from './preview.ts'
import { previewEvent } from './preview-event.ts'
import type { AgentPreview, PreviewAgent } from './schemas.ts'

export const PREVIEW_NEEDS = ['agents:write', 'agent-runs:write'] as const

/** The model conversations of one preview. */
const MOST_CONVERSATIONS = 5

/** Responses of models, keyed by node and item. */
type Conversations = Readonly<Record<string, Outcome>>

type Asked = { id: string } & PreviewAgent

/**
 * Shows what a run of the draft would do now if every approval were granted and every wait ended: queries are
 * executed, actions are only described, and nothing is written.
 */
export const previewAgent = (
  ctx: Context,
  asked: Asked,
  conversations: Conversations,
): Promise<AgentPreview> =>
  transact(ctx, PREVIEW_NEEDS, async (tx) => {
    const preview = await loadPreview(tx, asked, conversations)
    tx.nothingChanged({ type: 'agent', id: asked.id })
    return preview.show()
  })

/** Asks models for a preview, before its transaction, if the caller allows it. */
export const askForPreview = async (ctx: OutsideContext, asked: Asked): Promise<Conversations> => {
  const conversations: Record<string, Outcome> = {}
  if (!asked.askModels) return conversations
  for (let count = 0; count < MOST_CONVERSATIONS; count += 1) {
    const unanswered = await transact(ctx, PREVIEW_NEEDS, async (tx) => {
      tx.nothingChanged({ type: 'agent', id: asked.id })
      return (await loadPreview(tx, asked, conversations)).unanswered()
    })
    if (!unanswered) break
    conversations[unanswered.key] = await runConversation(ctx, unanswered)
  }
  return conversations
}

const loadPreview = async (
  tx: Transaction,
  { id, input, eventId, waits, answers, node, steps, item }: Asked,
  conversations: Conversations,
): Promise<Preview> => {
  const definition = definitionOf(await loadAgent(tx, id))
  assertPublishable(definition, tx)
  if (node !== null && !definition.nodes.some((it) => it.id === node))
    throw invalid(
      'node',
      'not_found',
      `The definition has no node ${node}. Send the ID of one of its nodes.`,
    )
  for (const id of Object.keys(waits)) assertWaitsForEvent(definition, id)
  const begins = await previewEvent(tx, definition.trigger, eventId)
  const run = {
    id: 'preview',
    agentId: id,
    agentVersion: 0,
    input: checkedInput(definition.inputs, input),
  }
  return new Preview(tx, definition, {
    run,
    begins,
    waits,
    answers,
    conversations,
    only: node,
    steps,
    item,
  })
}

const assertWaitsForEvent = ({ nodes }: AgentDefinition, id: string): void => {
  const node = nodes.find((it) => it.id === id)
  if (node?.type === 'WAIT' && 'eventType' in node.for) return
  throw invalid(
    `waits.${id}`,
    'not_found',
    `The definition has no WAIT node ${id} that waits for an event.`,
  )
}
