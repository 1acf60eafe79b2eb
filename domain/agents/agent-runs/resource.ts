import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const agentRuns = defineResource({
  permissions: {
    'agent-runs': {
      about: 'runs of agents',
      centreOnly: ['read', 'write'],
      withoutFreshProof: 'runs what was published with a proof, with the rights of the caller',
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
        from: 'what the caller or a message started the run with, which its nodes use',
        takes: 'BY_ROW',
      },
    },
  },
})
