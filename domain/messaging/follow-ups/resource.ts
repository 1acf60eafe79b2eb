import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { about, via } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import { STAYS_ON_RECORD, clinical } from '#vocabulary/person-table.ts'

export const followUps = defineResource({
  permissions: {
    'follow-ups': {
      about: 'follow-ups and their steps: what will happen next, and why something did not',
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['BILLER', 'READ_ONLY'],
        write: [
          'ADMINISTRATOR',
          'SCHEDULER',
          'THERAPIST',
          'SUPERVISOR',
          'EARLY_INTERVENTION_COORDINATOR',
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
    followUp: { prefix: 'flw', table: 'follow_ups', audit: '*' },
  },
  tables: {
    follow_ups: {
      child: of(about, clinical),
      hasNoId: true,
      notFrozen: STAYS_ON_RECORD,
    },
    follow_up_steps: {
      child: of(via('follow_up_id', 'follow_ups', about), clinical),
      hasNoId: true,
      notFrozen: STAYS_ON_RECORD,
      derived: {
        columns: ['outcome', 'action_required', 'description'],
        from: 'the subject of the follow-up',
        takes: [],
        because: 'is read with the permission for that subject',
      },
    },
  },
})
