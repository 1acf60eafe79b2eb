import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { via } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import { MILESTONES } from '#vocabulary/milestones.ts'
import { ofChild, clinical } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

const program = via('program_id', 'early_intervention_programs', ofChild)

export const programs = defineResource({
  permissions: {
    'early-intervention': {
      about: 'early-intervention programs, their milestones and deadlines',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['ADMINISTRATOR', 'THERAPIST', 'SUPERVISOR', 'READ_ONLY'],
        write: ['EARLY_INTERVENTION_COORDINATOR'],
      },
      scopes: { children: ['read', 'write'] },
    },
  },
  records: {
    program: {
      prefix: 'eip',
      table: 'early_intervention_programs',
      announced: { events: ['created', 'updated'], ids: ['childId'], example: 'milestones' },
      audit: [
        'childId',
        'serviceCoordinatorId',
        'clockSetId',
        'status',
        'referralReceivedOn',
        'milestones',
        'deadlines',
        'delays',
        'ifspServices',
        'outcomeSummaries',
        'checkInEveryDays',
        'delayQuestionEveryDays',
        'checkInLanguage',
        'escalateAfterDays',
        'consentsRequired',
        'questionSetId',
        'closedOn',
        'locationId',
        ...MILESTONES,
      ],
    },
    programDeadline: { prefix: 'dln', table: 'program_deadlines' },
  },
  tables: {
    early_intervention_programs: {
      child: of(ofChild, clinical),
      movesWithChild: true,
      allowedWhileRestricted: 'can be closed',
    },
    program_deadlines: {
      child: of(program, clinical),
      notFrozen: 'the statute’s clocks continue, and move with public holidays',
    },
  },
  constraints: {
    early_intervention_programs_one_at_a_time: {
      code: 'program_running',
      message: 'Both records have a running program. Close one of them first.',
    },
  },
})
