import { of } from '#vocabulary/erasing.ts'
import { atOnce, ofChild } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const modelCalls = defineResource({
  permissions: {
    'ai-model-calls': {
      about: 'calls of language models: their purpose, their cost, and what was sent',
      ofPersons: true,
      roles: { read: ['ADMINISTRATOR', 'AUDITOR'] },
      scopes: { ai: ['read'] },
    },
  },
  records: {
    modelCall: {
      prefix: 'amc',
      table: 'ai_model_calls',
      audit: [
        'modelId',
        'purpose',
        'assistantId',
        'childId',
        'status',
        'failure',
        'httpStatus',
        'dataPolicy',
        'inputTokens',
        'outputTokens',
        'cost',
        'currency',
        'latencyMs',
        'promptSha256',
        'sentIds',
        'runId',
      ],
    },
  },
  tables: {
    ai_model_calls: {
      child: of(ofChild, atOnce),
      movesWithChild: true,
      allowedWhileRestricted:
        'no call is made; the results of earlier calls are recorded, and their texts are deleted',
      derived: {
        columns: ['prompt', 'answer'],
        from: 'the records, documents and questions that the prompt is made of',
        takes: 'BY_ROW',
      },
    },
  },
})
