import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertAgentsOn } from './assert-agents-on.ts'
import { loadAgentRun } from '../queries.ts'
import { toAgentRun, type AgentRun } from '../schemas.ts'
import { loadAgent, loadAgentVersion } from '../../agents/queries.ts'
import { versionToRun } from '../../agents/rules.ts'
import { assertLasting } from './assert-lasting.ts'
import { assertMayRun } from './assert-may-run.ts'
import { beginRun, refusalOf } from './begin-run.ts'
import { checkedInput } from './checked-input.ts'
import { definitionOf } from '../../definitions/definition.ts'

/** Starts a run of an agent's published version. It acts for the caller, with their permissions at each step. */
export const startAgentRun = (
  ctx: Context,
  { id: agentId, input }: { id: string; input: object },
): Promise<AgentRun> =>
  transact(ctx, 'agent-runs:write', async (tx) => {
    await assertAgentsOn(tx)
    assertLasting(tx)
    const number = versionToRun(await loadAgent(tx, agentId))
    const definition = definitionOf(await loadAgentVersion(tx, { id: agentId, number }))
    await assertMayRun(tx, definition, tx.actor.id)
    const begun = await beginRun(tx, {
      agentId,
      number,
      definition,
      input: checkedInput(definition.inputs, input),
      startedBy: tx.actor.id,
    })
    if ('refused' in begun) throw refusalOf(begun, definition, tx.now)
    return toAgentRun(await loadAgentRun(tx, begun.runId))
  })
