import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { of } from '#vocabulary/erasing.ts'
import { ofChild, clinical } from '#vocabulary/person-table.ts'

export const assessmentSchedules = defineResource({
  permissions: {
    'assessment-schedules': {
      about: 'when a child is to be assessed',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['READ_ONLY'],
        write: ['THERAPIST', 'SUPERVISOR', 'EARLY_INTERVENTION_COORDINATOR'],
      },
      scopes: { sessions: ['read', 'write'] },
    },
  },
  records: {
    assessmentSchedule: {
      prefix: 'ash',
      table: 'assessment_schedules',
      audit: [
        'childId',
        'instrumentId',
        'providerId',
        'locationId',
        'timing',
        'startsOn',
        'months',
        'graceDays',
        'endedAt',
      ],
    },
  },
  tables: {
    assessment_schedules: { child: of(ofChild, clinical), movesWithChild: true },
  },
  constraints: {
    assessment_schedules_once: {
      code: 'already_exists',
      path: 'childId',
      message: 'The child already has such a schedule. Change or end that schedule.',
    },
  },
})
