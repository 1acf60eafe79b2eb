import type { Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/change-record.ts'
import { keyOf } from '#platform/core/record-ref.ts'
import { include, loadAgentRun, showAgentRuns } from './queries.ts'
import type { AgentRun, AgentRunRow } from './schemas.ts'

/** How a run is loaded, written and shown by those who decide on it. */
export const agentRunRecord: RecordKind<
  AgentRunRow,
  Prisma.AgentRunUncheckedUpdateInput,
  AgentRun
> = {
  type: 'agentRun',
  table: 'agent_runs',
  permission: 'agent-approvals:write',
  load: loadAgentRun,
  update: (tx, id, data) => tx.db.agentRun.update({ where: keyOf(tx, id), data, include }),
  show: async (row, tx) => {
    const [shown] = await showAgentRuns([await loadAgentRun(tx, row.id)], tx)
    return shown!
  },
}
