import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const delayOpen = defineTemplate('delay.open', {
  description:
    'Sent while a delay of a program continues, to the coordinator, to ask whether it still does.',
  variables: z.strictObject({
    firstName: z.string(),
    programId: z.string(),
    startsOn: z.string(),
  }),
  example: {
    firstName: 'Ana',
    programId: exampleId('program'),
    startsOn: '2026-10-20',
  },
  paragraphs: ['text', 'program'],
})
