import type { Context } from '#platform/core/context/context.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertOn } from './assert-agents-on.ts'
import { toAgentRun, type AgentRun } from '../schemas.ts'
import { versionToRun } from '../../agents/rules.ts'
import { assertLasting } from './assert-lasting.ts'
import { assertMayRun } from './assert-may-run.ts'
import { beginRuns } from './begin-runs.ts'
import { checkedInput } from './checked-input.ts'
import { definitionOf } from '../../definitions/definition.ts'
import { lockAgentToRun } from './lock-agent-to-run.ts'
import { refusalOf } from './refusal-of.ts'

/** Starts a run of an agent's published version. It acts for the caller, with their permissions at each step. */
export const startAgentRun = (
  ctx: Context,
  { id: agentId, input }: { id: string; input: object },
): Promise<AgentRun> =>
  transact(ctx, 'agent-runs:write', async (tx) => {
    const { agent, ...centre } = await lockAgentToRun(tx, agentId)
    assertOn(centre)
    assertLasting(tx)
    if (!agent) throw notFound('agent')
    const number = versionToRun(agent)
    const definition = definitionOf(agent)
    await assertMayRun(tx, definition, tx.actor.id)
    const of = { agentId, number, definition, startedBy: tx.actor.id, ...centre }
    const [begun] = await beginRuns(tx, of, [{ input: checkedInput(definition.inputs, input) }])
    if ('refused' in begun!) throw refusalOf(begun, definition, tx.now)
    return toAgentRun(begun!.run)
  })
