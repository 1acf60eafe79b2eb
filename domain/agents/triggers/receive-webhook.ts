import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { jsonObject } from '#platform/core/sql/json.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { hashSecret } from '#platform/identity/secrets.ts'
import { assertAgentsOn } from '../agent-runs/start/assert-agents-on.ts'
import { loadAgent, loadAgentVersion } from '../agents/queries.ts'
import { versionToRun } from '../agents/rules.ts'
import { checkedInput } from '../agent-runs/start/checked-input.ts'
import { scopeOf } from '../agent-runs/loop/scope-of.ts'
import { EVENT_NODE } from '../definitions/triggers.ts'
import { type AgentDefinition, definitionOf } from '../definitions/definition.ts'
import { ExpressionError } from '../definitions/expressions/expression-error.ts'
import { verdictOf } from '../definitions/expressions/verdict-of.ts'
import { readExpression, type Scope } from '../definitions/expressions/read-expression.ts'
import { webhookOf } from './address-after.ts'
import { countSeen } from './count-seen.ts'
import { refused } from './outcome.ts'
import { MOST_DEPTH } from './rules.ts'
import { agentTriggersWorkflow } from './workflows.ts'

/** The result of a message. */
export type Receipt = 'ACCEPTED' | 'FILTERED' | 'ALREADY_RECEIVED' | 'CHAIN_ENDED'

interface Message {
  agentId: string
  body: object
  /** The sender's message id. A repeated id starts only one run. */
  messageId: string | undefined
  /** The run whose event the message passes on: the sender repeats the header of our delivery. */
  runId: string | undefined
}

/**
 * Accepts a message to an agent's webhook and evaluates its filter and inputs immediately; the centre's
 * workflow starts the run. Only the inputs are stored: numbers, days and ids.
 */
export const receiveWebhook = (ctx: Context, message: Message): Promise<Receipt> =>
  transact(ctx, 'agent-runs:write', async (tx) => {
    const receipt = await receive(tx, message)
    tx.did({ type: 'agent', id: message.agentId }, { receipt })
    return receipt
  })

const receive = async (
  tx: Transaction,
  { agentId, body, messageId, runId }: Message,
): Promise<Receipt> => {
  await assertAgentsOn(tx)
  await lockRecord(tx, 'agents', agentId)
  const agent = await loadAgent(tx, agentId)
  const number = versionToRun(agent)
  const definition = definitionOf(await loadAgentVersion(tx, { id: agentId, number }))
  const trigger = webhookOf(definition.trigger)
  const eventId = messageId === undefined ? newId('request') : `msg_${hashSecret(messageId)}`
  const facts = { agentId, agentVersion: number, eventId }
  const depth = await depthAfter(tx, runId)
  if (depth > MOST_DEPTH) {
    countSeen(tx, [{ ...facts, ...refused('chain_of_runs') }])
    return 'CHAIN_ENDED'
  }
  const scope = await scopeOfMessage(tx, { agentId, number, body })
  const { verdict } = verdictOf(trigger.filter, scope)
  if (verdict !== 'MATCHES') {
    const why =
      verdict === 'FAILED'
        ? // The library's words may quote the message, which is not kept.
          ({ outcome: 'FAILED', code: 'expression_failed', message: NO_VALUE } as const)
        : ({ outcome: 'FILTERED' } as const)
    countSeen(tx, [{ ...facts, ...why }])
    return 'FILTERED'
  }
  const input = checkedInput(
    definition.inputs,
    given(trigger.given, definition.inputs, { body, scope }),
  )
  if (await isKnown(tx, agentId, eventId)) return 'ALREADY_RECEIVED'
  await tx.db.agentTrigger.create({
    data: {
      tenantId: tx.tenantId,
      agentId,
      eventId,
      input: jsonObject(input),
      urlCreatedBy: agent.urlCreatedBy,
      depth,
      caughtAt: tx.now,
    },
  })
  tx.wake(agentTriggersWorkflow, tx.tenantId)
  return 'ACCEPTED'
}

/** The depth of a run that a message of this run starts. A run of another centre does not count. */
const depthAfter = async (
  { db, tenantId }: Transaction,
  runId: string | undefined,
): Promise<number> => {
  if (runId === undefined) return 0
  const run = await db.agentRun.findFirst({
    where: { tenantId, id: runId },
    select: { depth: true },
  })
  return run ? run.depth + 1 : 0
}

const NO_VALUE = 'The filter has no value for a message, for example because a member is missing.'

const scopeOfMessage = (
  tx: Transaction,
  { agentId, number, body }: { agentId: string; number: number; body: object },
): Promise<Scope> =>
  scopeOf(tx, {
    run: { id: '', agentId, agentVersion: number, input: {} },
    past: [{ node: EVENT_NODE, status: 'SUCCEEDED', output: { data: body }, failureCode: null }],
  })

/**
 * The inputs in a message: the value of each input's expression, or of the member with the input's name. Other
 * members are ignored.
 */
const given = (
  expressions: Readonly<Record<string, string>>,
  inputs: AgentDefinition['inputs'],
  { body, scope }: { body: object; scope: Scope },
): object =>
  Object.fromEntries(
    inputs.flatMap(({ name }) => {
      const text = expressions[name]
      const value =
        text === undefined
          ? Object.entries(body).find(([member]) => member === name)?.[1]
          : valueOf(name, text, scope)
      return value === undefined ? [] : [[name, value]]
    }),
  )

const valueOf = (name: string, text: string, scope: Scope): unknown => {
  try {
    return readExpression(text).evaluate(scope)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    throw invalid(`input.${name}`, 'invalid_value', `The input ${name} ${error.message}.`)
  }
}

/** Locks the agent, so that the second of two simultaneous messages finds the first. */
const isKnown = async (
  { db, tenantId }: Transaction,
  agentId: string,
  eventId: string,
): Promise<boolean> =>
  (await db.agentTrigger.count({ where: { tenantId, agentId, eventId } })) > 0 ||
  (await db.agentRun.count({ where: { tenantId, agentId, causedBy: eventId } })) > 0
