import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const programsHandedOver = defineTemplate({
  description:
    'When programs are reassigned, to their new coordinator: one e-mail for all of them.',
  variables: z.strictObject({
    firstName: z.string(),
    note: z.string().nullable(),
    programIds: z.array(z.string()),
  }),
  example: {
    firstName: 'Ana',
    note: 'On parental leave until May.',
    programIds: [exampleId('program')],
  },
  write: {
    en: ({ firstName, note, programIds }) => ({
      subject: 'Programs were handed over to you',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `You are the coordinator of these programs from now on: ${programIds.length}.`,
        ...(note === null ? [] : [`Note: ${note}`]),
        'What to know of each is in its record, in handOvers.',
        ...programIds,
      ],
    }),
    de: ({ firstName, note, programIds }) => ({
      subject: 'Eine Übergabe an Sie',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        `ab jetzt liegt die Koordination bei Ihnen. Zahl der Familien: ${programIds.length}.`,
        ...(note === null ? [] : [`Notiz: ${note}`]),
        'Was zu jeder zu wissen ist, steht im Datensatz unter handOvers.',
        ...programIds,
      ],
    }),
  },
})
