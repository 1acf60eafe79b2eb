import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const agentDefinitions = defineResource({
  permissions: {
    agents: {
      about: 'agents that the centre configures: what they do, and which version runs',
      centreOnly: ['read', 'write'],
      withoutFreshProof:
        'drafts: the operations that publish, roll back, resume, restore or change the address ask for a proof',
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
