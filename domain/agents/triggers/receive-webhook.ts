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
import { isTrue } from '../definitions/expressions/is-true.ts'
import { readExpression, type Scope } from '../definitions/expressions/read-expression.ts'
import { webhookOf } from './address-after.ts'
import { agentTriggersWorkflow } from './workflows.ts'

/** The result of a message. */
export type Receipt = 'ACCEPTED' | 'FILTERED' | 'ALREADY_RECEIVED'

interface Message {
  agentId: string
  body: object
  /** The sender's message id. A repeated id starts only one run. */
  messageId: string | undefined
}

/**
 * Accepts a message to an agent's webhook and evaluates its filter and inputs immediately; the centre's
 * workflow starts the run. Only the inputs are stored: numbers, days and ids.
 */
export const receiveWebhook = (
  ctx: Context,
  { agentId, body, messageId }: Message,
): Promise<Receipt> =>
  transact(ctx, 'agent-runs:write', async (tx) => {
    const receipt = await receive(tx, { agentId, body, messageId })
    tx.did({ type: 'agent', id: agentId }, { receipt })
    return receipt
  })

const receive = async (
  tx: Transaction,
  { agentId, body, messageId }: Message,
): Promise<Receipt> => {
  await assertAgentsOn(tx)
  await lockRecord(tx, 'agents', agentId)
  const agent = await loadAgent(tx, agentId)
  const number = versionToRun(agent)
  const definition = definitionOf(await loadAgentVersion(tx, { id: agentId, number }))
  const trigger = webhookOf(definition.trigger)
  const scope = await scopeOfMessage(tx, { agentId, number, body })
  if (!isTrue(trigger.filter, scope)) return 'FILTERED'
  const input = checkedInput(
    definition.inputs,
    given(trigger.given, definition.inputs, { body, scope }),
  )
  const eventId = messageId === undefined ? newId('request') : `msg_${hashSecret(messageId)}`
  if (await isKnown(tx, agentId, eventId)) return 'ALREADY_RECEIVED'
  await tx.db.agentTrigger.create({
    data: {
      tenantId: tx.tenantId,
      agentId,
      eventId,
      input: jsonObject(input),
      urlCreatedBy: agent.urlCreatedBy,
      caughtAt: tx.now,
    },
  })
  tx.wake(agentTriggersWorkflow, tx.tenantId)
  return 'ACCEPTED'
}

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
