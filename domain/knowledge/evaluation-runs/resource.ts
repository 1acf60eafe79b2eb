import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const evaluationRuns = defineResource({
  records: {
    evaluationRun: {
      prefix: 'evr',
      table: 'evaluation_runs',
      readBy: 'ai-evaluations',
      audit: [
        'evaluationId',
        'assistantId',
        'assistantVersion',
        'questionsVersion',
        'status',
        'questions',
        'settled',
        'embeddingModel',
        'totals.*',
        'requestedBy',
        'finishedAt',
      ],
    },
  },
  tables: {
    evaluation_runs: { withoutPersonalData: CENTRE },
    evaluation_results: {
      withoutPersonalData: CENTRE,
      derived: {
        columns: ['question'],
        from: 'the questions of the evaluation',
        takes: [],
        because: 'is read with ai-evaluations:read, like the evaluation',
      },
    },
  },
  constraints: {
    evaluation_runs_one: {
      code: 'already_exists',
      message: 'This evaluation is already running. Wait until it is DONE.',
    },
  },
})
