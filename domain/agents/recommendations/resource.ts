import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { about } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import { mentionedIn } from '#vocabulary/mentions.ts'
import { atOnce, ofChild } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const recommendations = defineResource({
  permissions: {
    recommendations: {
      about:
        'suggested next steps from records that the caller may read, and dismissed suggestions',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: 'EVERYBODY',
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
      scopes: { ai: ['read', 'write'] },
    },
  },
  records: {
    recommendationDismissal: {
      prefix: 'rcd',
      table: 'recommendation_dismissals',
      readBy: 'recommendations',
      audit: [
        'rule',
        'subjectType',
        'subjectId',
        'childId',
        'snoozeEndsAt',
        'dismissedBy',
        'dismissedAt',
        'undoneBy',
        'undoneAt',
      ],
    },
  },
  tables: {
    recommendation_dismissals: {
      child: of(ofChild, atOnce),
      client: of(about, atOnce),
      mentions: {
        ...mentionedIn(
          (row) => `${row}.reason`,
          (row) => `${row}.child_id IS NULL`,
        ),
        erasing: [atOnce],
      },
      movesWithChild: true,
      derived: {
        columns: ['evidence'],
        from: 'the records that a recommendation is based on',
        takes: [],
        because:
          'no operation shows it; a dismissal is shown to those who may read what its rule reads',
      },
    },
  },
})
