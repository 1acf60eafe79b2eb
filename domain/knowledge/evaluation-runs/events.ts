import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

export const evaluationRunEvents = defineEvents({
  'evaluation_run.finished': defineEvent({
    description: 'A run of an evaluation has finished and has totals.',
    payload: z.strictObject({
      evaluationRunId: idOf('evaluationRun'),
      evaluationId: idOf('evaluation'),
      assistantId: idOf('assistant'),
      assistantVersion: z.int().meta({ description: 'The version that was asked.' }),
      questions: z.int().meta({ description: 'How many questions it has.' }),
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
