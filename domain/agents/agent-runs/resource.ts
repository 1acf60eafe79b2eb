import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const agentRuns = defineResource({
  permissions: {
    'agent-runs': {
      about: 'runs of agents',
      centreOnly: ['read', 'write'],
      withoutFreshProof: 'runs an agent published with a proof, with the caller’s permissions',
      roles: { read: ['AUDITOR'], write: ['ADMINISTRATOR'] },
      scopes: { ai: ['read', 'write'] },
    },
  },
  records: {
    agentRun: {
      prefix: 'run',
      table: 'agent_runs',
      audit: [
        'agentId',
        'agentVersion',
        'status',
        'failureCode',
        'failedNode',
        'input',
        'startedBy',
        'causedBy',
        'retryOf',
        'depth',
        'finishedAt',
      ],
    },
  },
  tables: {
    agent_runs: {
      withoutPersonalData: CENTRE,
      derived: {
        columns: ['input'],
        from: 'the input given by the caller or a message, which the nodes use',
        takes: 'BY_ROW',
      },
    },
  },
})
