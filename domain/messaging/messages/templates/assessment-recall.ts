import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

export const assessmentRecall = defineTemplate({
  description:
    'When somebody approved that families are called in, to the child’s legal guardians.',
  variables: z.strictObject({ firstName: z.string(), childFirstName: z.string() }),
  example: { firstName: 'Mara', childFirstName: 'Lena' },
  write: {
    en: ({ firstName, childFirstName }) => ({
      subject: 'It is time for an appointment',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `it is time for another appointment for ${childFirstName}.`,
        'Please get in touch with us to find a date.',
      ],
    }),
    de: ({ firstName, childFirstName }) => ({
      subject: 'Zeit für einen Termin',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        `es ist Zeit für einen weiteren Termin für ${childFirstName}.`,
        'Bitte melden Sie sich bei uns, damit wir einen Tag finden.',
      ],
    }),
  },
})
