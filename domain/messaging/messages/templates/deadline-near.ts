import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const deadlineNear = defineTemplate('deadline.near', {
  description:
    'Sent when a deadline of a program is near or was missed, to the program’s coordinator.',
  variables: z.strictObject({
    firstName: z.string(),
    programId: z.string(),
    clock: z.string(),
    dueOn: z.string(),
    missed: z.boolean(),
  }),
  example: {
    firstName: 'Ana',
    programId: exampleId('program'),
    clock: 'ifsp',
    dueOn: '2026-11-19',
    missed: false,
  },
  requires: [{ anyOf: ['dueOn'], in: 'body', because: 'the deadline is statutory' }],
  paragraphs: ['text', 'program'],
})
