import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

export const familyCheckInRequest = defineTemplate({
  description:
    'From time to time during a program, to those who act as the child’s parents. In Spanish too.',
  variables: z.strictObject({ firstName: z.string(), path: z.string() }),
  example: { firstName: 'Mara', path: '/links/example' },
  write: {
    en: ({ firstName, path }) => ({
      subject: 'How are things going?',
      greeting: `Hello ${firstName},`,
      paragraphs: ['We would like to know how things are going. It takes a minute.'],
      action: { label: 'Answer', path },
    }),
    de: ({ firstName, path }) => ({
      subject: 'Wie läuft es?',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: ['wir möchten gern wissen, wie es läuft. Es dauert eine Minute.'],
      action: { label: 'Antworten', path },
    }),
    es: ({ firstName, path }) => ({
      subject: '¿Cómo van las cosas?',
      greeting: `Hola, ${firstName}:`,
      paragraphs: ['Nos gustaría saber cómo van las cosas. Solo le llevará un minuto.'],
      action: { label: 'Responder', path },
    }),
  },
})
