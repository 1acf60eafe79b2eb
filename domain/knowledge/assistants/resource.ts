import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const assistants = defineResource({
  permissions: {
    assistants: {
      about: 'assistants of the centre: what they may use, and who may ask them',
      centreOnly: ['write'],
      withoutFreshProof: DAILY_SETTINGS,
      roles: { read: 'EVERYBODY', write: ['ADMINISTRATOR'] },
      scopes: { ai: ['read', 'write'] },
    },
  },
  records: {
    assistant: {
      prefix: 'ast',
      table: 'assistants',
      referable: true,
      audit: [
        'locationId',
        'tools',
        'languages',
        'answerStyle',
        'generatedAnswers',
        'temperature',
        'roles',
        'publishedVersion',
        'keepAnswersDays',
        'archivedAt',
        'quotes',
        'generated',
      ],
    },
  },
  tables: {
    assistants: { withoutPersonalData: CENTRE },
    assistant_versions: { withoutPersonalData: CENTRE },
  },
})
