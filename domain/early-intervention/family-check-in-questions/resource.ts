import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const checkInQuestions = defineResource({
  permissions: {
    'family-check-in-questions': {
      about: 'the questions of check-ins with families',
      withoutFreshProof: DAILY_SETTINGS,
      roles: { read: ['EARLY_INTERVENTION_COORDINATOR', 'READ_ONLY'], write: ['ADMINISTRATOR'] },
      scopes: { children: ['read'], admin: ['read', 'write'] },
    },
  },
  records: {
    familyCheckInQuestionSet: {
      prefix: 'ciq',
      table: 'family_check_in_question_sets',
      audit: ['questions', 'worries'],
    },
  },
  tables: {
    family_check_in_question_sets: { withoutPersonalData: CENTRE },
  },
})
