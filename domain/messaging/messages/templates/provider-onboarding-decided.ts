import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

export const providerOnboardingDecided = defineTemplate({
  description: 'When an application was approved or rejected, to whom applied.',
  variables: z.strictObject({ firstName: z.string(), approved: z.boolean() }),
  example: { firstName: 'Ana', approved: true },
  write: {
    en: ({ firstName, approved }) => ({
      subject: 'Your application: our decision',
      greeting: `Hello ${firstName},`,
      paragraphs: approved
        ? [
            'Your application is approved: nothing of what we asked for is missing any more.',
            'We will write to you about how you begin. Your link has served its purpose and works no longer.',
          ]
        : [
            'Thank you for your interest in working with us, and for what you sent. We do not go on with your application.',
            'We do not send anything more about it, and your link works no longer.',
          ],
    }),
    de: ({ firstName, approved }) => ({
      subject: 'Ihre Bewerbung: unsere Entscheidung',
      greeting: `Guten Tag ${firstName},`,
      paragraphs: approved
        ? [
            'Ihre Bewerbung ist angenommen: von dem, was wir brauchen, fehlt nichts mehr.',
            'Wie es weitergeht, schreiben wir Ihnen. Ihr Link hat seinen Zweck erfüllt und gilt nicht mehr.',
          ]
        : [
            'vielen Dank für Ihr Interesse, bei uns zu arbeiten, und für Ihre Unterlagen. Wir setzen Ihre Bewerbung nicht fort.',
            'Dazu schreiben wir Ihnen nicht mehr, und Ihr Link gilt nicht mehr.',
          ],
    }),
  },
})
