import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { is } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import { mentionedIn } from '#vocabulary/mentions.ts'
import { atOnce, ENDS, ofChild } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const tasks = defineResource({
  permissions: {
    tasks: {
      about: 'tasks of the people of the centre, and their assignees',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['READ_ONLY'],
        write: [
          'ADMINISTRATOR',
          'SCHEDULER',
          'THERAPIST',
          'SUPERVISOR',
          'EARLY_INTERVENTION_COORDINATOR',
          'BILLER',
          'MARKETPLACE_MANAGER',
        ],
      },
      scopes: {
        children: ['read', 'write'],
        bookings: ['read', 'write'],
        sessions: ['read', 'write'],
        ai: ['read', 'write'],
        admin: ['read', 'write'],
      },
    },
  },
  records: {
    task: {
      prefix: 'tsk',
      table: 'tasks',
      audit: [
        'subjectType',
        'subjectId',
        'childId',
        'assigneeId',
        'role',
        'dueAt',
        'source',
        'runId',
        'status',
        'createdBy',
        'closedAt',
        'closedBy',
      ],
    },
  },
  tables: {
    tasks: {
      child: of(ofChild, atOnce),
      client: of(is('subject_id'), atOnce),
      mentions: {
        ...mentionedIn(
          (row) => `concat_ws(' ', ${row}.title, ${row}.notes, ${row}.comments::text)`,
          (row) => `${row}.child_id IS NULL`,
        ),
        erasing: [atOnce],
      },
      movesWithChild: true,
      allowedWhileRestricted: ENDS,
      derived: {
        columns: ['title', 'notes'],
        from: 'what the agent’s node or the model’s tool has read to word them',
        takes: 'BY_ROW',
      },
    },
  },
})
