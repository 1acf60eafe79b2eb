import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const evaluations = defineResource({
  permissions: {
    'ai-evaluations': {
      about:
        'evaluations: questions, the documents that answer them, and how often assistants find these',
      centreOnly: ['write'],
      withoutFreshProof: DAILY_SETTINGS,
      roles: { read: ['ADMINISTRATOR', 'AUDITOR'], write: ['ADMINISTRATOR'] },
      scopes: { ai: ['read', 'write'] },
    },
  },
  records: {
    evaluation: {
      prefix: 'evl',
      table: 'evaluations',
      audit: ['assistantId', 'questionsVersion', 'archivedAt'],
    },
  },
  tables: {
    evaluations: { withoutPersonalData: CENTRE },
  },
})
