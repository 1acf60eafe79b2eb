import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const erasureRequested = defineTemplate({
  description:
    'When the erasure of a person waits for its approval, to the centre’s privacy contact.',
  variables: z.strictObject({ erasureId: z.string(), requestedAt: z.iso.datetime() }),
  example: { erasureId: exampleId('erasure'), requestedAt: '2026-11-21T09:30:00.000Z' },
  write: {
    en: ({ erasureId, requestedAt }) => ({
      subject: 'An erasure waits for its approval',
      greeting: 'Hello,',
      paragraphs: [
        'Somebody asked for a person to be erased. Somebody else has to approve it, or cancel it.',
        `Erasure: ${erasureId}, asked for at ${requestedAt}`,
        'Who asks to be forgotten is to be answered within a month (Art. 12(3) GDPR).',
      ],
    }),
    de: ({ erasureId, requestedAt }) => ({
      subject: 'Eine Löschung wartet auf ihre Freigabe',
      greeting: 'Guten Tag,',
      paragraphs: [
        'jemand hat beantragt, dass eine Person gelöscht wird. Jemand anderes muss das freigeben oder abbrechen.',
        `Löschung: ${erasureId}, beantragt am ${requestedAt}`,
        'Wer gelöscht werden will, bekommt innerhalb eines Monats Antwort (Art. 12 Abs. 3 DSGVO).',
      ],
    }),
  },
})
