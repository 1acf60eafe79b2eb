import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const breakGlassOpened = defineTemplate({
  description: 'When records outside a caseload were opened, to the centre’s privacy contact.',
  variables: z.strictObject({ grantId: z.string(), expiresAt: z.iso.datetime() }),
  example: { grantId: exampleId('breakGlassGrant'), expiresAt: '2026-11-21T10:30:00.000Z' },
  write: {
    en: ({ grantId, expiresAt }) => ({
      subject: 'Records were opened outside a caseload',
      greeting: 'Hello,',
      paragraphs: [
        'Somebody opened records outside their caseload and gave a reason. Please review it.',
        `Access: ${grantId}, until ${expiresAt}`,
      ],
    }),
    de: ({ grantId, expiresAt }) => ({
      subject: 'Akten wurden außerhalb der Zuständigkeit geöffnet',
      greeting: 'Guten Tag,',
      paragraphs: [
        'jemand hat Akten außerhalb der eigenen Zuständigkeit geöffnet und einen Grund genannt. Bitte prüfen Sie das.',
        `Zugriff: ${grantId}, bis ${expiresAt}`,
      ],
    }),
  },
})
