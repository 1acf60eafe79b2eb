import type { Condition } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import { atOnce, STAYS_ON_RECORD } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

const ofPersons: Condition = (row) => `${row}.person_ids && $2`

export const agentRunSteps = defineResource({
  permissions: {
    'agent-decisions': {
      about: 'deciding on requests that agent runs send to the people of a role',
      centreOnly: ['write'],
      inPersonOnly: ['write'],
      withoutFreshProof:
        'one action of a run, which the approver sees; publishing the agent required a proof',
      roles: {
        write: ['ADMINISTRATOR', 'SCHEDULER', 'EARLY_INTERVENTION_COORDINATOR', 'BILLER'],
      },
      scopes: { admin: ['write'] },
    },
  },
  records: {
    agentRunStep: {
      prefix: 'ars',
      table: 'agent_run_steps',
      readBy: 'agent-runs',
      audit: [
        'runId',
        'node',
        'item',
        'type',
        'status',
        'failureCode',
        'waitsUntil',
        'decision',
        'decidedBy',
        'decidedAt',
        'decidedAlone',
        'finishedAt',
      ],
    },
  },
  tables: {
    agent_run_steps: {
      child: of(ofPersons, atOnce),
      client: of(ofPersons, atOnce),
      nonPersonalColumns: ['node', 'type', 'status', 'failure_code', 'decided_by', 'person_ids'],
      notFrozen: STAYS_ON_RECORD,
      derived: {
        columns: ['output', 'failure_message'],
        from: 'what the node and the nodes it uses have read',
        takes: 'BY_ROW',
      },
    },
  },
})
