import type { AgentRunStep as AgentRunStepModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/change-record.ts'
import { DomainError } from '#platform/core/errors.ts'
import { keyOf } from '#platform/core/record-ref.ts'
import { agentRunRecord } from '../agent-runs/record.ts'
import { loadAgentRunStep } from './queries.ts'
import { toAgentRunStep, type AgentRunStep } from './schemas.ts'

/** A run for those who run agents, and not for those who decide on what these propose. */
export const runRecord = { ...agentRunRecord, permission: 'agent-runs:write' } as const

export const assertConfigured = ({
  agentId,
  status,
}: {
  agentId: string | null
  status: string
}) => {
  if (agentId) return
  throw new DomainError(
    'invalid_transition',
    'Only runs of configured agents are paused and resumed: this one waits for an approval.',
    { extra: { status, allowed: ['cancel'] } },
  )
}

/** How a step is loaded, written and shown by those who decide on it. */
export const agentRunStepRecord: RecordKind<
  AgentRunStepModel,
  Prisma.AgentRunStepUncheckedUpdateInput,
  AgentRunStep
> = {
  type: 'agentRunStep',
  table: 'agent_run_steps',
  permission: 'agent-decisions:write',
  load: loadAgentRunStep,
  update: (tx, id, data) => tx.db.agentRunStep.update({ where: keyOf(tx, id), data }),
  show: (row) => toAgentRunStep(row),
}
