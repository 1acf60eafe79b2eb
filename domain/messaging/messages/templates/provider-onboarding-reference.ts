import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

export const providerOnboardingReference = defineTemplate({
  description: 'When a provider who applies has named somebody for a reference, to them.',
  variables: z.strictObject({
    firstName: z.string(),
    applicantName: z.string(),
    path: z.string(),
  }),
  example: { firstName: 'Jana', applicantName: 'Ana Ruiz', path: '/links/example' },
  write: {
    en: ({ firstName, applicantName, path }) => ({
      subject: 'A reference',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `${applicantName} wishes to work with us and has named you for a reference.`,
        'It takes two minutes. Only we read what you write.',
      ],
      action: { label: 'Give a reference', path },
    }),
    de: ({ firstName, applicantName, path }) => ({
      subject: 'Eine Referenz',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        `${applicantName} möchte bei uns arbeiten und hat Sie für eine Referenz genannt.`,
        'Es dauert zwei Minuten. Nur wir lesen, was Sie schreiben.',
      ],
      action: { label: 'Referenz geben', path },
    }),
  },
})
