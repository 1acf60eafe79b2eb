import type { AgentAction, AgentRun } from '#prisma/generated/client.ts'
import type { Entity } from '#platform/core/ids.ts'
import { lockRecord } from '#platform/core/lock-record.ts'
import { keyOf, touched } from '#platform/core/record-ref.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import {
  defineFollowUp,
  done,
  leftThePlan,
  skipped,
  type Outcome,
  type StepRun,
} from '#messaging/follow-ups/follow-up-kind.ts'
import type { PlannedStep } from '#messaging/follow-ups/plan.ts'
import { agentOf } from './agent-of.ts'
import { finishRun } from './finish-run.ts'
import { loadAgentRun } from './queries.ts'

/** Actions of one transaction: a worker that dies loses no more than these, which are then done again. */
export const ACTIONS_AT_ONCE = 10

const EXPIRY = 'expiry'

type Facts = Pick<AgentRun, 'id' | 'agent' | 'status' | 'expiresAt' | 'decidedAt' | 'input'> & {
  actions: number
}

/** Waits for the approval of what an agent proposes, and carries it out. */
export const agentRun = defineFollowUp<Facts>({
  resource: 'agent-runs',
  facts: async (tx, id) => {
    await lockRecord(tx, 'agent_runs', id)
    const { actions, ...run } = await loadAgentRun(tx, id)
    return { ...run, actions: actions.length }
  },
  plan: (facts) => planRun(facts),
  cancelReason: ({ status }) => `the run is ${status}`,
  finalStatus: ({ status }) => (status === 'CANCELLED' ? 'CANCELLED' : 'COMPLETED'),
  isSettled: leftThePlan,
  // What was approved is owed however late.
  whenLate: () => 'DONE',
  // Agents pass over who is restricted.
  whileRestricted: () => 'DONE',
  perform: (tx, facts, stepRun) => {
    if (stepRun.step !== EXPIRY)
      return facts.status === 'RUNNING'
        ? carryOut(tx, facts, stepRun)
        : skipped(`the run is ${facts.status}`)
    return facts.status === 'WAITING' ? expire(tx, facts) : skipped(`the run is ${facts.status}`)
  },
})

/** Expiry while nobody has decided; then the actions, some at once. Pure. */
export const planRun = ({ status, expiresAt, decidedAt, actions }: Omit<Facts, 'input'>) => {
  if (status === 'WAITING') return [{ step: EXPIRY, dueAt: expiresAt! }]
  if (status !== 'RUNNING') return []
  const batches = Math.ceil(actions / ACTIONS_AT_ONCE)
  return Array.from({ length: batches }, (_, index): PlannedStep => ({
    step: `actions-${index + 1}`,
    dueAt: decidedAt!,
  }))
}

const expire = async (tx: Transaction, { id, agent }: Facts): Promise<Outcome> => {
  await finishRun(tx, { id, agent, status: 'CANCELLED', outcome: 'nobody decided in time' })
  return done('nobody decided in time: nothing was done')
}

const carryOut = async (tx: Transaction, facts: Facts, stepRun: StepRun): Promise<Outcome> => {
  const open = await tx.db.agentAction.findMany({
    where: { tenantId: tx.tenantId, runId: facts.id, status: 'PROPOSED' },
    orderBy: { rank: 'asc' },
    take: ACTIONS_AT_ONCE + 1,
  })
  const batch = open.slice(0, ACTIONS_AT_ONCE)
  for (const action of batch) await settle(tx, facts, action, stepRun)
  const { id, agent } = facts
  if (open.length <= ACTIONS_AT_ONCE)
    await finishRun(tx, { id, agent, status: 'SUCCEEDED', outcome: 'done' })
  return done(`${batch.length} action(s)`)
}

const settle = async (
  tx: Transaction,
  { agent, input }: Facts,
  { id, subjectType, subjectId, proposal }: AgentAction,
  stepRun: StepRun,
): Promise<void> => {
  const subject = { type: subjectType as Entity, id: subjectId }
  const { status, outcome } = await agentOf(agent).act(
    tx,
    { id, subject, proposal, input },
    stepRun,
  )
  await tx.db.agentAction.update({
    where: keyOf(tx, id),
    data: { status, outcome, settledAt: tx.now, ...touched(tx) },
  })
  tx.changed({ type: 'agentAction', id }, { status: 'PROPOSED' }, { status })
}
