import type { Condition } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import { atOnce, CENTRE, STAYS_ON_RECORD } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

const ofPersons: Condition = (row) => `${row}.person_ids && $2`

export const agentReplays = defineResource({
  records: {
    agentReplay: {
      prefix: 'arp',
      table: 'agent_replays',
      readBy: 'agent-runs',
      audit: [
        'agentId',
        'agentVersion',
        'publishedVersion',
        'status',
        'failureCode',
        'startsAt',
        'endsAt',
        'mostTriggers',
        'triggers',
        'truncated',
        'settled',
        'requestedBy',
        'finishedAt',
      ],
    },
    agentReplayResult: {
      prefix: 'arx',
      table: 'agent_replay_results',
      readBy: 'agent-runs',
      audit: [],
    },
  },
  tables: {
    agent_replays: { withoutPersonalData: CENTRE },
    agent_replay_results: {
      child: of(ofPersons, atOnce),
      client: of(ofPersons, atOnce),
      nonPersonalColumns: ['kind', 'event_type', 'outcome', 'difference', 'person_ids'],
      notFrozen: STAYS_ON_RECORD,
      derived: {
        columns: ['replayed', 'published'],
        from: 'what the nodes of the versions have read',
        takes: 'BY_ROW',
      },
    },
  },
  constraints: {
    agent_replays_one: {
      code: 'already_exists',
      message: 'The agent is already being replayed. Wait for the replay to end, or cancel it.',
    },
  },
})
