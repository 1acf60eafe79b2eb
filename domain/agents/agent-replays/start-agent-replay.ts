import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { jsonObject } from '#platform/core/sql/json.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { Agent } from '#prisma/generated/client.ts'
import { assertLasting } from '../agent-runs/start/assert-lasting.ts'
import { assertMayRun } from '../agent-runs/start/assert-may-run.ts'
import { assertPublishable } from '../agents/publishing-rules.ts'
import { loadAgent, loadAgentVersion } from '../agents/queries.ts'
import { type AgentDefinition, definitionOf } from '../definitions/definition.ts'
import { MOST_DAYS } from './rules.ts'
import { toAgentReplay, type AgentReplay, type StartAgentReplay } from './schemas.ts'
import { agentReplayWorkflow } from './workflows.ts'

/** The right to run the agent, and sight of its definition and of the events. */
export const REPLAY_NEEDS = ['agent-runs:write', 'agents:read', 'events:read'] as const

/**
 * Starts a replay of a draft or a version over past events and times. It reads as the caller, like a preview, and
 * changes nothing but its own records.
 */
export const startAgentReplay = (
  ctx: Context,
  { id: agentId, agentVersion, mostTriggers, ...range }: { id: string } & StartAgentReplay,
): Promise<AgentReplay> =>
  transact(ctx, REPLAY_NEEDS, async (tx) => {
    assertLasting(tx)
    const agent = await loadAgent(tx, agentId)
    const definition = await definitionToReplay(tx, agent, agentVersion)
    const publishedVersion = agent.publishedVersion === agentVersion ? null : agent.publishedVersion
    const published =
      publishedVersion === null ? null : await versionOf(tx, agentId, publishedVersion)
    const compared = published ? [definition, published] : [definition]
    assertStartsItself(compared)
    for (const one of compared) await assertMayRun(tx, one, tx.actor.id)
    const id = newId('agentReplay')
    const row = await tx.db.agentReplay.create({
      data: {
        ...freshRecord(tx, id),
        agentId,
        agentVersion,
        definition: jsonObject(definition),
        publishedVersion,
        status: 'RUNNING',
        ...rangeOf(range, tx.now),
        mostTriggers,
        requestedBy: tx.actor.id,
      },
    })
    tx.created({ type: 'agentReplay', id }, row)
    tx.start(agentReplayWorkflow, id)
    return toAgentReplay(row)
  })

const definitionToReplay = async (
  tx: Transaction,
  agent: Agent,
  version: number | null,
): Promise<AgentDefinition> => {
  if (version !== null) return versionOf(tx, agent.id, version)
  const draft = definitionOf(agent)
  assertPublishable(draft, tx)
  return draft
}

const versionOf = async (tx: Transaction, id: string, number: number): Promise<AgentDefinition> =>
  definitionOf(await loadAgentVersion(tx, { id, number }))

const REPLAYABLE: ReadonlySet<string> = new Set(['EVENT', 'ATTENTION', 'SCHEDULE'])

/** Messages to a webhook are not stored, and people's requests cannot be repeated for them. */
const assertStartsItself = (definitions: readonly AgentDefinition[]): void => {
  if (definitions.some(({ trigger }) => REPLAYABLE.has(trigger.type))) return
  throw invalid(
    'agentVersion',
    'not_allowed',
    'The agent is started by people or by messages, so there are no past events or times to replay. Preview it instead.',
  )
}

/** The range in which events and times are replayed. */
const rangeOf = (
  { days, startsAt: from, endsAt: until }: Pick<StartAgentReplay, 'days' | 'startsAt' | 'endsAt'>,
  now: Date,
): { startsAt: Date; endsAt: Date } => {
  const endsAt = until ?? now
  const startsAt = from ?? new Date(endsAt.getTime() - days * DAY_MS)
  if (endsAt > now) throw invalid('endsAt', 'in_the_future', 'endsAt must not be in the future.')
  if (startsAt >= endsAt)
    throw invalid('startsAt', 'inverted_range', 'startsAt must be before endsAt.')
  if (now.getTime() - startsAt.getTime() > MOST_DAYS * DAY_MS)
    throw invalid(
      'startsAt',
      'out_of_range',
      `The range must begin at most ${MOST_DAYS} days ago. Choose a later startsAt, or fewer days.`,
    )
  return { startsAt, endsAt }
}
