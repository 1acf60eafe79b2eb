import type { AgentReplay as ReplayRow, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadAgentReplay } from './queries.ts'
import { toAgentReplay, type AgentReplay } from './schemas.ts'

/** How a replay is loaded, written and shown by its verbs. */
export const agentReplayRecord: RecordKind<
  ReplayRow,
  Prisma.AgentReplayUncheckedUpdateInput,
  AgentReplay
> = {
  type: 'agentReplay',
  table: 'agent_replays',
  permission: 'agent-runs:write',
  load: loadAgentReplay,
  update: (tx, id, data) => tx.db.agentReplay.update({ where: keyOf(tx, id), data }),
  show: toAgentReplay,
}
