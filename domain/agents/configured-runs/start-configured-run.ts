import { Temporal } from 'temporal-polyfill'
import type { Context } from '#platform/core/context.ts'
import { DomainError } from '#platform/core/errors.ts'
import { newId } from '#platform/core/ids.ts'
import { lockKey } from '#platform/core/lock-key.ts'
import { freshRecord } from '#platform/core/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { assertAgentsOn } from '../agent-runs/assert-agents-on.ts'
import { agentEvents } from '../agent-runs/events.ts'
import { loadAgentRun } from '../agent-runs/queries.ts'
import { CONFIGURED, toAgentRun, type AgentRun } from '../agent-runs/schemas.ts'
import { loadAgent, loadAgentVersion } from '../agents/queries.ts'
import { versionToRun } from '../agents/rules.ts'
import { definitionOf } from '../agents/schemas.ts'
import { checkedInput } from './checked-input.ts'
import { configuredRunWorkflow } from './workflows.ts'

/** Starts a run of the published version of an agent. It acts for the caller, with what they may do at each step. */
export const startConfiguredRun = (
  ctx: Context,
  { id: agentId, input }: { id: string; input: object },
): Promise<AgentRun> =>
  transact(ctx, 'agent-runs:write', async (tx) => {
    await assertAgentsOn(tx)
    assertLasting(tx)
    const agent = await loadAgent(tx, agentId)
    const number = versionToRun(agent)
    const definition = definitionOf(await loadAgentVersion(tx, { id: agentId, number }))
    const checked = checkedInput(definition.inputs, input)
    await assertWithinDay(tx, agentId, definition.limits.runsPerDay)
    const id = newId('agentRun')
    const row = await tx.db.agentRun.create({
      data: {
        ...freshRecord(tx, id),
        agent: CONFIGURED,
        agentId,
        agentVersion: number,
        input: checked,
        status: 'RUNNING',
        startedBy: tx.actor.id,
      },
    })
    const subject = { type: 'agentRun', id } as const
    tx.created(subject, row)
    tx.emit(agentEvents['agent_run.started'], subject, { runId: id, agent: CONFIGURED, agentId })
    tx.start(configuredRunWorkflow, id)
    return toAgentRun(await loadAgentRun(tx, id))
  })

/** What a run does for somebody later is looked up by their id, which says nothing of the key they used. */
const assertLasting = ({ actor }: Transaction): void => {
  if (!actor.isDelegated) return
  throw new DomainError(
    'insufficient_scope',
    'A run would act for you with more than this key may do. Start it where you are signed in, or with an API key of the centre.',
  )
}

const assertWithinDay = async (
  tx: Transaction,
  agentId: string,
  runsPerDay: number,
): Promise<void> => {
  // Who starts at the same moment waits, and is counted.
  await lockKey(tx, `agent-runs/${tx.tenantId}/${agentId}`)
  const { defaultTimeZone } = await loadTenantSettings(tx)
  const midnight = Temporal.Instant.fromEpochMilliseconds(tx.now.getTime())
    .toZonedDateTimeISO(defaultTimeZone)
    .startOfDay()
  const today = await tx.db.agentRun.count({
    where: {
      tenantId: tx.tenantId,
      agentId,
      createdAt: { gte: new Date(midnight.epochMilliseconds) },
    },
  })
  if (today < runsPerDay) return
  const tomorrow = midnight.add({ days: 1 }).epochMilliseconds
  throw new DomainError(
    'rate_limited',
    `This agent has run ${runsPerDay} times today, which is what limits.runsPerDay of its definition allows.`,
    { retryAfterSeconds: Math.ceil((tomorrow - tx.now.getTime()) / 1_000) },
  )
}
