import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const deadlineNear = defineTemplate({
  description: 'When a deadline of a program is near or was missed, to its coordinator.',
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
  write: {
    en: ({ firstName, programId, clock, dueOn, missed }) => ({
      subject: missed ? 'A deadline was missed' : 'A deadline is near',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        missed ? `The deadline “${clock}” was ${dueOn}.` : `The deadline “${clock}” is ${dueOn}.`,
        `Program: ${programId}`,
      ],
    }),
    de: ({ firstName, programId, clock, dueOn, missed }) => ({
      subject: missed ? 'Eine Frist wurde versäumt' : 'Eine Frist läuft ab',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        missed
          ? `die Frist „${clock}“ war der ${dueOn}.`
          : `die Frist „${clock}“ ist der ${dueOn}.`,
        `Programm: ${programId}`,
      ],
    }),
  },
})
