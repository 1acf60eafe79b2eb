import type { Agent as AgentModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadAgent } from './queries.ts'
import { toAgent, type Agent } from './schemas.ts'

/** How an agent is loaded, written and shown by the verbs that change it. */
export const agentRecord: RecordKind<AgentModel, Prisma.AgentUncheckedUpdateInput, Agent> = {
  type: 'agent',
  table: 'agents',
  permission: 'agents:write',
  load: loadAgent,
  update: (tx, id, data) => tx.db.agent.update({ where: keyOf(tx, id), data }),
  show: toAgent,
}
