import type { Agent as AgentModel, Prisma } from '#prisma/generated/client.ts'
import { archiving, restoring, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadAgent } from './queries.ts'
import { toAgent, type Agent } from './schemas.ts'
import { withTriggers } from '../triggers/with-triggers.ts'
import { assertMaySetGoing } from './assert-may-set-going.ts'

/** How an agent is loaded, written and shown by the verbs that change it. */
export const agentRecord: ArchivableKind<AgentModel, Prisma.AgentUncheckedUpdateInput, Agent> = {
  type: 'agent',
  table: 'agents',
  permission: 'agents:write',
  load: loadAgent,
  update: (tx, id, data) => tx.db.agent.update({ where: keyOf(tx, id), data }),
  show: toAgent,
  // No run of an archived agent starts. Runs that have started continue.
  archiving: { fields: (before, tx) => withTriggers(tx, before, archiving.fields(before, tx)) },
  // Runs can start again, unless the agent is paused or has only a draft.
  restoring: {
    fields: async (before, tx) => {
      await assertMaySetGoing(tx, before)
      return withTriggers(tx, before, restoring.fields())
    },
  },
}
