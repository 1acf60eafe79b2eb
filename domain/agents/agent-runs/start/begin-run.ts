import { Temporal } from 'temporal-polyfill'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { jsonObject } from '#platform/core/sql/json.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { agentEvents } from '../events.ts'
import type { AgentDefinition } from '../../definitions/definition.ts'
import { EVENT_NODE } from '../../definitions/triggers.ts'
import type { TriggerEvent } from '../../triggers/load-event.ts'
import { finishAgentRun } from '../loop/finish-agent-run.ts'
import { insertStep } from '../loop/record-outcome.ts'
import { agentRunWorkflow } from '../workflows.ts'

interface Begin {
  agentId: string
  number: number
  definition: AgentDefinition
  input: object
  /** The user or key for which the run acts. */
  startedBy: string
  event?: TriggerEvent | undefined
  /** The event or webhook message that starts the run. Each starts only one run. */
  causedBy?: string | undefined
  /** The user or key that created the webhook URL whose message starts the run. */
  urlCreatedBy?: string | null
  /** The run that the new run continues. */
  retryOf?: string
  /** The position in a chain of runs that cause each other. */
  depth?: number
}

/** A started run, or why it was not started. */
export type Begun =
  | { runId: string }
  /** Agents are disabled, another run is in progress, or the daily limit is reached. */
  | { refused: 'OFF' | 'BUSY' | 'RATE'; retryAt?: Date }

/** Starts a run of a version, if the definition's concurrency and limits allow it. Locks the agent. */
export const beginRun = async (
  tx: Transaction,
  {
    agentId,
    number,
    definition,
    input,
    startedBy,
    event,
    causedBy,
    urlCreatedBy = null,
    retryOf,
    depth = 0,
  }: Begin,
): Promise<Begun> => {
  await lockRecord(tx, 'agents', agentId)
  const refused = await reasonAgainst(tx, agentId, definition)
  if (refused) return refused
  const id = newId('agentRun')
  const row = await tx.db.agentRun.create({
    data: {
      ...freshRecord(tx, id),
      agentId,
      agentVersion: number,
      input: jsonObject(input),
      status: 'RUNNING',
      startedBy,
      causedBy: causedBy ?? null,
      urlCreatedBy,
      retryOf: retryOf ?? null,
      depth,
    },
  })
  const subject = { type: 'agentRun', id } as const
  tx.created(subject, row)
  if (event)
    await insertStep(
      tx,
      { runId: id, node: EVENT_NODE, item: 0 },
      { type: 'TRIGGER' },
      { status: 'SUCCEEDED', output: event },
    )
  tx.emit(agentEvents['agent_run.started'], subject, { runId: id, agentId })
  tx.start(agentRunWorkflow, id)
  return { runId: id }
}

const reasonAgainst = async (
  tx: Transaction,
  agentId: string,
  { concurrency, limits }: AgentDefinition,
): Promise<Extract<Begun, { refused: string }> | undefined> => {
  const { db, tenantId } = tx
  const { agents, defaultTimeZone } = await loadTenantSettings(tx)
  if (agents === 'OFF') return { refused: 'OFF' }
  const today = dayOf(tx, defaultTimeZone)
  const runs = await db.agentRun.count({
    where: { tenantId, agentId, createdAt: { gte: today.startsAt } },
  })
  if (runs >= limits.runsPerDay) return { refused: 'RATE', retryAt: today.endsAt }
  if (concurrency === 'ALLOW') return undefined
  const others = await db.agentRun.findMany({
    where: { tenantId, agentId, finishedAt: null },
    select: { id: true },
  })
  if (others.length === 0) return undefined
  if (concurrency !== 'REPLACE') return { refused: 'BUSY' }
  for (const { id } of others) {
    await finishAgentRun(tx, { runId: id, status: 'CANCELLED' })
    tx.wake(agentRunWorkflow, id)
  }
  return undefined
}

/** The error that explains to a caller why no run was started. */
export const refusalOf = (
  { retryAt }: Extract<Begun, { refused: string }>,
  { concurrency, limits }: AgentDefinition,
  now: Date,
): DomainError =>
  retryAt
    ? new DomainError(
        'rate_limited',
        `This agent has reached limits.runsPerDay of its definition: ${limits.runsPerDay} runs today. Wait until tomorrow, or publish a higher limit.`,
        { retryAfterSeconds: Math.ceil((retryAt.getTime() - now.getTime()) / 1_000) },
      )
    : new DomainError(
        'invalid_transition',
        `Another run is in progress, and the definition’s concurrency is ${concurrency}. Cancel that run, or wait for it to end.`,
        { extra: { status: 'RUNNING', allowed: [] } },
      )

const dayOf = ({ now }: Transaction, timeZone: string): { startsAt: Date; endsAt: Date } => {
  const midnight = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .startOfDay()
  return {
    startsAt: new Date(midnight.epochMilliseconds),
    endsAt: new Date(midnight.add({ days: 1 }).epochMilliseconds),
  }
}
