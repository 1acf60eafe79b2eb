import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

/** Only its subject is sent: the text of a test is that of the message that it shows. */
export const messageTest = defineTemplate('message.test', {
  description: 'Sent to a user who tests the text of another message.',
  variables: z.strictObject({
    testedSubject: z.string(),
    tested: z.strictObject({
      template: z.string(),
      language: z.string(),
      /** Null for the platform’s. */
      words: z
        .strictObject({
          subject: z.string().nullable(),
          body: z.string(),
          actionLabel: z.string().nullable(),
        })
        .nullable(),
      variables: z.record(z.string(), z.unknown()),
    }),
  }),
  example: {
    testedSubject: 'Your appointment: Tuesday, 1 December 2026 at 10:00',
    tested: { template: 'appointment.reminder', language: 'en', words: null, variables: {} },
  },
  fixed: 'its text is that of the message that it shows',
  paragraphs: ['text'],
})
