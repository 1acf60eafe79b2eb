import { z } from 'zod'
import { defineTemplate } from './define-template.ts'
import { paragraphsOf } from './paragraphs-of.ts'

export const assessmentRecall = defineTemplate({
  description:
    'When somebody approved that families are called in, to the child’s legal guardians.',
  variables: z.strictObject({
    firstName: z.string(),
    childFirstName: z.string(),
    /** In the centre's own words instead, and with its own subject. */
    subject: z.string().exactOptional(),
    text: z.string().exactOptional(),
  }),
  example: { firstName: 'Mara', childFirstName: 'Lena' },
  write: {
    en: ({ firstName, childFirstName, text, subject = 'It is time for an appointment' }) => ({
      subject,
      greeting: `Hello ${firstName},`,
      paragraphs: paragraphsOf(text) ?? [
        `it is time for another appointment for ${childFirstName}.`,
        'Please get in touch with us to find a date.',
      ],
    }),
    de: ({ firstName, childFirstName, text, subject = 'Zeit für einen Termin' }) => ({
      subject,
      greeting: `Guten Tag ${firstName},`,
      paragraphs: paragraphsOf(text) ?? [
        `es ist Zeit für einen weiteren Termin für ${childFirstName}.`,
        'Bitte melden Sie sich bei uns, damit wir einen Tag finden.',
      ],
    }),
  },
})
