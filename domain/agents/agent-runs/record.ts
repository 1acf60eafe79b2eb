import type { AgentRun as AgentRunModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadAgentRun, showAgentRuns } from './queries.ts'
import type { AgentRun } from './schemas.ts'

/** How a run is loaded, written and shown by its verbs. */
export const agentRunRecord: RecordKind<
  AgentRunModel,
  Prisma.AgentRunUncheckedUpdateInput,
  AgentRun
> = {
  type: 'agentRun',
  table: 'agent_runs',
  permission: 'agent-runs:write',
  load: loadAgentRun,
  update: (tx, id, data) => tx.db.agentRun.update({ where: keyOf(tx, id), data }),
  show: async (row, tx) => {
    const [shown] = await showAgentRuns([await loadAgentRun(tx, row.id)], tx)
    return shown!
  },
}
