import type { AgentRun } from '#prisma/generated/client.ts'
import { closeTasksAbout } from '#messaging/tasks/close-tasks-about.ts'
import { assertSecondPerson } from '#platform/core/access/assert-second-person.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadAgentVersion } from '../../agents/queries.ts'
import { assertAgentsOn } from '../start/assert-agents-on.ts'
import { decided, type Decision } from './decision.ts'
import { loadAgentRun } from '../queries.ts'
import { agentRunStepRecord } from '../../agent-run-steps/record.ts'
import { settleRunStatus } from '../loop/record-outcome.ts'
import { agentRunWorkflow } from '../workflows.ts'
import { OF_AGENTS } from './of-agents.ts'
import { definitionOf } from '../../definitions/definition.ts'

/**
 * Continues a run with or without the proposed action. The decision is made once, in time, by a person who has
 * one of the required roles and did not start the run, unless the centre has only one person who can.
 */
export const decideAgentRunStep = (
  ctx: Context,
  decision: 'APPROVED' | 'REJECTED',
  { reason, ...ref }: Decision,
) =>
  changeRecord(ctx, ref, agentRunStepRecord, {
    fields: async (step, tx) => {
      assertOpen(step, tx.now)
      await assertOfRoles(tx, (step.output as { roles: string[] }).roles)
      if (decision === 'APPROVED') await assertAgentsOn(tx)
      const decidedAlone =
        decision === 'APPROVED' && (await approvesAlone(tx, await loadAgentRun(tx, step.runId)))
      return {
        status: 'SUCCEEDED',
        output: { ...(step.output as object), decision },
        finishedAt: tx.now,
        waitsUntil: null,
        ...decided(decision, reason, tx),
        decidedAlone,
      }
    },
    effects: async (tx, { id, runId }) => {
      await closeTasksAbout(tx, [id], 'complete')
      await settleRunStatus(tx, runId)
      tx.wake(agentRunWorkflow, runId)
    },
  })

/**
 * Whether the caller approves what acts for themselves, as the only person of the centre who can. The run acts for
 * the person who started it. A message may have been sent by the person who created the webhook URL, also if another
 * person retries the run.
 */
const approvesAlone = async (
  tx: Transaction,
  { startedBy, urlCreatedBy, agentId, agentVersion: number }: AgentRun,
): Promise<boolean> => {
  const version = await loadAgentVersion(tx, { id: agentId, number })
  const isManual = definitionOf(version).trigger.type === 'MANUAL'
  const rule = !isManual && version.publishedBy === startedBy ? PUBLISHED : STARTED
  const alone = { alone: OF_AGENTS }
  const ofRun = await assertSecondPerson(tx, [startedBy], rule, alone)
  return (await assertSecondPerson(tx, [urlCreatedBy], URL_CREATED, alone)) || ofRun
}

const STARTED =
  'You started this run, so it acts for you. Ask another person to approve or reject it.'
const PUBLISHED =
  'You published this agent, which starts automatically, so the run acts for you. Ask another person to approve or reject it.'

const URL_CREATED =
  'You created the webhook URL whose message started this run. Ask another person to approve or reject this run.'

const assertOpen = (
  { status, type, waitsUntil }: { status: string; type: string; waitsUntil: Date | null },
  now: Date,
): void => {
  if (type === 'APPROVAL' && status === 'WAITING' && waitsUntil! > now) return
  const why =
    type === 'APPROVAL'
      ? 'The step has already been decided, or the time to decide has passed.'
      : 'Only an APPROVAL step can be approved or rejected.'
  throw new DomainError('invalid_transition', why, { extra: { status, allowed: [] } })
}

/** The author of the agent chose the roles that decide. API keys have no roles. */
const assertOfRoles = async (tx: Transaction, roles: readonly string[]): Promise<void> => {
  if (tx.actor.kind === 'SYSTEM') return
  const user = await tx.db.user.findFirst({
    where: inTenant(tx, tx.actor.id),
    select: { roles: true },
  })
  if (user?.roles.some((role) => role === 'OWNER' || roles.includes(role))) return
  throw new DomainError(
    'insufficient_role',
    `Only people with one of these roles can decide: ${roles.join(', ')}. Sign in as one of them; API keys have no roles.`,
    {
      extra: { roles },
    },
  )
}
