import { defineResource } from '#vocabulary/resource.ts'

export const recall = defineResource({
  permissions: {
    'assessment-recall': {
      about: 'who is due for an assessment',
      withoutFreshProof: 'reads which assessments are due',
      roles: {
        read: [
          'ADMINISTRATOR',
          'SCHEDULER',
          'THERAPIST',
          'SUPERVISOR',
          'EARLY_INTERVENTION_COORDINATOR',
          'READ_ONLY',
        ],
      },
      scopes: { ai: ['read'] },
    },
  },
})
