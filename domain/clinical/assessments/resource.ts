import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { via } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import { ofChild, clinical } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const assessments = defineResource({
  permissions: {
    assessments: {
      about: 'assessments, their scores and corrections',
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
    assessment: {
      prefix: 'asm',
      table: 'assessments',
      audit: [
        'childId',
        'instrumentId',
        'scheduleId',
        'dueOn',
        'status',
        'administeredOn',
        'administeredBy',
        'editionId',
        'ageMonths',
        'closedBy',
        'closedAt',
      ],
    },
    assessmentCorrection: { prefix: 'acr', table: 'assessment_corrections' },
  },
  tables: {
    assessments: { child: of(ofChild, clinical), movesWithChild: true },
    assessment_corrections: {
      child: of(via('assessment_id', 'assessments', ofChild), clinical),
      derived: {
        columns: ['before'],
        from: 'the assessment',
        takes: [],
        because: 'is read with the assessment',
      },
    },
  },
})
