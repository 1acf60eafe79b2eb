import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const breakGlassUnreviewed = defineTemplate({
  description:
    'When an access outside a caseload is over and nobody has reviewed it, to the centre’s privacy contact.',
  variables: z.strictObject({ grantId: z.string(), overSince: z.iso.datetime() }),
  example: { grantId: exampleId('breakGlassGrant'), overSince: '2026-11-21T10:30:00.000Z' },
  write: {
    en: ({ grantId, overSince }) => ({
      subject: 'An access waits for its review',
      greeting: 'Hello,',
      paragraphs: [
        'Somebody opened records outside their caseload, and nobody has reviewed that yet.',
        `Access: ${grantId}, over since ${overSince}`,
      ],
    }),
    de: ({ grantId, overSince }) => ({
      subject: 'Ein Zugriff wartet auf seine Prüfung',
      greeting: 'Guten Tag,',
      paragraphs: [
        'jemand hat Akten außerhalb der eigenen Zuständigkeit geöffnet, und noch niemand hat das geprüft.',
        `Zugriff: ${grantId}, beendet seit ${overSince}`,
      ],
    }),
  },
})
