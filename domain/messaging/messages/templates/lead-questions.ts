import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

export const leadQuestions = defineTemplate({
  description: 'When a family that asks for a place has questions to answer, to them.',
  variables: z.strictObject({
    firstName: z.string(),
    path: z.string(),
    occasion: z.enum(['questions', 'reminder']),
  }),
  example: { firstName: 'Mara', path: '/links/example', occasion: 'questions' },
  write: {
    en: ({ firstName, path, occasion }) => ({
      subject:
        occasion === 'reminder' ? 'We still have a few questions' : 'We have a few questions',
      greeting: `Hello ${firstName},`,
      paragraphs: [
        'Thank you for getting in touch. To find the right person for you, we need to know a little more.',
        'It takes two minutes. The link is yours alone, and works once.',
      ],
      action: { label: 'Answer', path },
    }),
    de: ({ firstName, path, occasion }) => ({
      subject:
        occasion === 'reminder' ? 'Wir haben noch ein paar Fragen' : 'Wir haben ein paar Fragen',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: [
        'vielen Dank für Ihre Anfrage. Um die richtige Person für Sie zu finden, müssen wir noch etwas wissen.',
        'Es dauert zwei Minuten. Der Link ist nur für Sie und gilt einmal.',
      ],
      action: { label: 'Antworten', path },
    }),
  },
})
