import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const models = defineResource({
  permissions: {
    'ai-models': {
      about: 'language models that the centre has connected, their keys and budgets',
      centreOnly: ['read', 'write'],
      freshProof: true,
      programs: {
        in: 'TEST_CENTRES',
        because: 'a developer tries out agents by `therapy login`; no data of families is sent',
      },
      roles: { read: ['AUDITOR'], write: ['ADMINISTRATOR'] },
      scopes: { admin: ['read', 'write'] },
    },
  },
  records: {
    aiModel: {
      prefix: 'aim',
      table: 'ai_models',
      audit: [
        'provider',
        'baseUrl',
        'model',
        'enabled',
        'position',
        'timeoutSeconds',
        'maxOutputTokens',
        'dataPolicy',
        'inputPrice',
        'outputPrice',
        'currency',
        'tokensPerDay',
        'costPerDay',
        'callsPerMinute',
        'keepTextsDays',
        'archivedAt',
        'failure',
      ],
    },
  },
  tables: {
    ai_models: { withoutPersonalData: CENTRE },
  },
})
