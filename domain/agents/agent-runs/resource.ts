import { is } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import { STAYS_ON_RECORD, CENTRE, atOnce } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const agentRuns = defineResource({
  permissions: {
    'agent-runs': {
      about: 'runs of agents and what they propose',
      centreOnly: ['read', 'write'],
      roles: { read: ['AUDITOR'], write: ['ADMINISTRATOR'] },
      scopes: { ai: ['read', 'write'] },
    },
    'agent-approvals': {
      about: 'approving or rejecting what an agent proposes',
      centreOnly: ['read', 'write'],
      inPersonOnly: ['write'],
      roles: { read: ['AUDITOR'], write: ['ADMINISTRATOR'] },
      scopes: { admin: ['read', 'write'] },
    },
  },
  records: {
    agentRun: {
      prefix: 'run',
      table: 'agent_runs',
      audit: [
        'agent',
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
        'expiresAt',
        'decision',
        'decidedBy',
        'decidedAt',
        'finishedAt',
        'dueWithinDays',
        'instrumentId',
        'limit',
        'proposals',
        'providerId',
      ],
    },
    agentAction: {
      prefix: 'act',
      table: 'agent_actions',
      audit: [
        'runId',
        'rank',
        'subjectType',
        'subjectId',
        'reasons',
        'proposal',
        'status',
        'outcome',
        'settledAt',
      ],
    },
  },
  tables: {
    agent_runs: { withoutPersonalData: CENTRE },
    agent_actions: {
      child: of(is('subject_id'), atOnce),
      notFrozen: STAYS_ON_RECORD,
    },
  },
})
