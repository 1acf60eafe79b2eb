import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

/** A message in the centre's own words, the same in every language. */
export const centreMessage = defineTemplate('centre.message', {
  description:
    'Sent when an agent sends a message in the centre’s own words, to legal guardians (after approval) or to providers.',
  variables: z.strictObject({ firstName: z.string(), subject: z.string(), text: z.string() }),
  example: {
    firstName: 'Mara',
    subject: 'Your next appointment',
    text: 'We would like to plan the next appointment. Please get in touch with us.',
  },
  toFamilies: true,
  requires: [{ anyOf: ['text'], in: 'body', because: 'it is the message' }],
  paragraphs: ['text'],
})
