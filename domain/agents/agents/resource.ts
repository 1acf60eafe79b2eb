import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const agentDefinitions = defineResource({
  permissions: {
    agents: {
      about: 'agents that the centre configures: what they do, and which version runs',
      centreOnly: ['read', 'write'],
      withoutFreshProof:
        'drafts: publishing, rolling back, resuming, restoring and changing the address require a proof',
      roles: {
        read: ['AUDITOR', 'SCHEDULER', 'EARLY_INTERVENTION_COORDINATOR', 'BILLER'],
        write: ['ADMINISTRATOR'],
      },
      programs: {
        in: 'ALL_CENTRES',
        because: 'starting an agent requires that the program has the agent’s permissions',
      },
      scopes: { ai: ['read', 'write'] },
    },
  },
  records: {
    agent: {
      prefix: 'agt',
      table: 'agents',
      audit: [
        'publishedVersion',
        'latestVersion',
        'pausedAt',
        'pauseReason',
        'archivedAt',
        'eventType',
        'templateOfferedAt',
      ],
    },
  },
  tables: {
    agents: { withoutPersonalData: CENTRE },
    agent_versions: { withoutPersonalData: CENTRE },
  },
})
