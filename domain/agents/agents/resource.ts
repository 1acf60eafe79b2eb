import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const agentDefinitions = defineResource({
  permissions: {
    agents: {
      about: 'agents that the centre configures: what they do, and which version runs',
      centreOnly: ['read', 'write'],
      roles: {
        read: ['AUDITOR', 'SCHEDULER', 'EARLY_INTERVENTION_COORDINATOR', 'BILLER'],
        write: ['ADMINISTRATOR'],
      },
      programs: {
        in: 'ALL_CENTRES',
        because: 'what sets an agent going asks that the program may do what the agent may',
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
      ],
    },
  },
  tables: {
    agents: { withoutPersonalData: CENTRE },
    agent_versions: { withoutPersonalData: CENTRE },
  },
})
