import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const delayOpen = defineTemplate('delay.open', {
  description: 'While a delay of a program lasts, to its coordinator: whether it still does.',
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
