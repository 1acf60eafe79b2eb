import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const familyCheckInWorrying = defineTemplate({
  description:
    'When a guardian’s answer needs somebody to look, to the coordinator; later to the supervisor of the coordinator.',
  variables: z.strictObject({ firstName: z.string(), familyCheckInId: z.string() }),
  example: { firstName: 'Ana', familyCheckInId: exampleId('familyCheckIn') },
  write: {
    en: ({ firstName, familyCheckInId }) => ({
      subject: 'A family is waiting for you',
      greeting: `Hello ${firstName},`,
      paragraphs: ['A guardian’s answer needs you to look at it.', `Check-in: ${familyCheckInId}`],
    }),
    de: ({ firstName, familyCheckInId }) => ({
      subject: 'Eine Familie wartet auf Sie',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        'eine Rückmeldung von Eltern braucht Ihren Blick.',
        `Check-in: ${familyCheckInId}`,
      ],
    }),
  },
})
