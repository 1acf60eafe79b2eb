import type { Context, OutsideContext } from '#platform/core/context.ts'
import { invalid, invalidReference } from '#platform/core/errors.ts'
import { transact, type Transaction } from '#platform/core/transaction.ts'
import { loadAgent } from '../agents/queries.ts'
import { definitionOf } from '../agents/schemas.ts'
import { assertPublishable } from '../agents/publish-agent.ts'
import { loadEvent } from '../triggers/load-event.ts'
import { checkedInput } from './checked-input.ts'
import { converse } from './converse.ts'
import type { Outcome } from './outcome-of.ts'
import { Preview } from './preview.ts'
import type { AgentPreview, PreviewAgent } from './preview-schemas.ts'

export const PREVIEW_NEEDS = ['agents:write', 'agent-runs:write'] as const

/** Conversations with models that one preview has. */
const MOST_CONVERSATIONS = 5

/** What models have answered, by node and item. */
type Conversations = Readonly<Record<string, Outcome>>

type Asked = { id: string } & PreviewAgent

/**
 * What a run of the draft would do now, if everything were approved and no time passed: queries read, actions are
 * described, nothing is written.
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

/** Has models answer what a preview comes to, before its transaction; nothing where they are not to be asked. */
export const askForPreview = async (ctx: OutsideContext, asked: Asked): Promise<Conversations> => {
  const conversations: Record<string, Outcome> = {}
  if (!asked.askModels) return conversations
  for (let count = 0; count < MOST_CONVERSATIONS; count += 1) {
    const unanswered = await transact(ctx, PREVIEW_NEEDS, async (tx) => {
      tx.nothingChanged({ type: 'agent', id: asked.id })
      return (await loadPreview(tx, asked, conversations)).unanswered()
    })
    if (!unanswered) break
    conversations[unanswered.key] = await converse(ctx, unanswered)
  }
  return conversations
}

const loadPreview = async (
  tx: Transaction,
  { id, input, eventId, answers, node, steps, item }: Asked,
  conversations: Conversations,
): Promise<Preview> => {
  const definition = definitionOf(await loadAgent(tx, id))
  assertPublishable(definition, tx)
  if (node !== null && !definition.nodes.some((it) => it.id === node))
    throw invalid('node', 'not_found', `The definition has no node ${node}.`)
  const event = eventId === null ? undefined : await loadEvent(tx, eventId)
  if (eventId !== null && !event) throw invalidReference('eventId', 'event')
  const run = {
    id: 'preview',
    agentId: id,
    agentVersion: 0,
    input: checkedInput(definition.inputs, input),
  }
  return new Preview(tx, definition, {
    run,
    event,
    answers,
    conversations,
    only: node,
    steps,
    item,
  })
}
