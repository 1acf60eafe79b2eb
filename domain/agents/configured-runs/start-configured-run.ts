import type { Context } from '#platform/core/context.ts'
import { DomainError } from '#platform/core/errors.ts'
import { transact, type Transaction } from '#platform/core/transaction.ts'
import { assertAgentsOn } from '../agent-runs/assert-agents-on.ts'
import { loadAgentRun } from '../agent-runs/queries.ts'
import { toAgentRun, type AgentRun } from '../agent-runs/schemas.ts'
import { loadAgent, loadAgentVersion } from '../agents/queries.ts'
import { versionToRun } from '../agents/rules.ts'
import { definitionOf } from '../agents/schemas.ts'
import type { AgentDefinition } from '../definitions/definition.ts'
import { assertLasting } from './assert-lasting.ts'
import { beginRun } from './begin-run.ts'
import { checkedInput } from './checked-input.ts'

/** Starts a run of the published version of an agent. It acts for the caller, with what they may do at each step. */
export const startConfiguredRun = (
  ctx: Context,
  { id: agentId, input }: { id: string; input: object },
): Promise<AgentRun> =>
  transact(ctx, 'agent-runs:write', async (tx) => {
    await assertAgentsOn(tx)
    assertLasting(tx)
    const number = versionToRun(await loadAgent(tx, agentId))
    const definition = definitionOf(await loadAgentVersion(tx, { id: agentId, number }))
    const begun = await beginRun(tx, {
      agentId,
      number,
      definition,
      input: checkedInput(definition.inputs, input),
      startedBy: tx.actor.id,
    })
    if ('refused' in begun) throw refusal(tx, definition, begun.retryAt)
    return toAgentRun(await loadAgentRun(tx, begun.runId))
  })

const refusal = (
  { now }: Transaction,
  { concurrency, limits }: AgentDefinition,
  retryAt: Date | undefined,
): DomainError =>
  retryAt
    ? new DomainError(
        'rate_limited',
        `This agent has run ${limits.runsPerDay} times today, which is what limits.runsPerDay of its definition allows.`,
        { retryAfterSeconds: Math.ceil((retryAt.getTime() - now.getTime()) / 1_000) },
      )
    : new DomainError(
        'invalid_transition',
        `Another run is under way, and concurrency of the definition is ${concurrency}. Cancel that one, or wait.`,
        { extra: { status: 'RUNNING', allowed: [] } },
      )
