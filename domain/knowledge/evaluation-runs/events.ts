import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

export const evaluationRunEvents = defineEvents({
  'evaluation_run.finished': defineEvent({
    description: 'A run of an evaluation finished, and its totals are available.',
    payload: z.strictObject({
      evaluationRunId: idOf('evaluationRun'),
      evaluationId: idOf('evaluation'),
      assistantId: idOf('assistant'),
      assistantVersion: z.int().meta({ description: 'Version of the assistant that was asked.' }),
      questions: z.int().meta({ description: 'Number of questions.' }),
    }),
    example: {
      evaluationRunId: exampleId('evaluationRun'),
      evaluationId: exampleId('evaluation'),
      assistantId: exampleId('assistant'),
      assistantVersion: 1,
      questions: 50,
    },
  }),
})
