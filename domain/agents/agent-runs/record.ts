import type { Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/change-record.ts'
import { keyOf } from '#platform/core/record-ref.ts'
import { include, loadAgentRun } from './queries.ts'
import { toAgentRun, type AgentRun, type AgentRunRow } from './schemas.ts'

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
  show: async (row, tx) => toAgentRun(await loadAgentRun(tx, row.id)),
}
