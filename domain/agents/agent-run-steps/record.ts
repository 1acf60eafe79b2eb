import type { AgentRunStep as AgentRunStepModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadAgentRunStep, showAgentRunSteps } from './queries.ts'
import type { AgentRunStep } from './schemas.ts'

/** How a step is loaded, written and shown by the verbs that decide on it. */
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
  show: async (row, tx) => {
    const [shown] = await showAgentRunSteps([row], tx)
    return shown!
  },
}
