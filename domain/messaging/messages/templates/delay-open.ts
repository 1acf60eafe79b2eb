import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const delayOpen = defineTemplate({
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
  write: {
    en: ({ firstName, programId, startsOn }) => ({
      subject: 'Does the delay still last?',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `A delay has lasted since ${startsOn}. End it as soon as the family can come or consents; until then record what you try.`,
        `Program: ${programId}`,
      ],
    }),
    de: ({ firstName, programId, startsOn }) => ({
      subject: 'Besteht die Verzögerung noch?',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        `seit dem ${startsOn} besteht eine Verzögerung. Beenden Sie sie, sobald die Familie kommen kann oder zustimmt; bis dahin halten Sie fest, was Sie versuchen.`,
        `Programm: ${programId}`,
      ],
    }),
  },
})
