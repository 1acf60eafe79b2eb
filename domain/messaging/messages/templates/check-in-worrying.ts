import { z } from 'zod'
import { exampleId } from '#platform/core/ids.ts'
import { defineTemplate } from './define-template.ts'

export const checkInWorrying = defineTemplate({
  description: 'When a guardian’s answer needs somebody to look, to the coordinator.',
  variables: z.strictObject({ firstName: z.string(), checkInId: z.string() }),
  example: { firstName: 'Ana', checkInId: exampleId('checkIn') },
  write: {
    en: ({ firstName, checkInId }) => ({
      subject: 'A family is waiting for you',
      greeting: `Hello ${firstName},`,
      paragraphs: ['A guardian’s answer needs you to look at it.', `Check-in: ${checkInId}`],
    }),
    de: ({ firstName, checkInId }) => ({
      subject: 'Eine Familie wartet auf Sie',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: ['eine Rückmeldung von Eltern braucht Ihren Blick.', `Check-in: ${checkInId}`],
    }),
  },
})
