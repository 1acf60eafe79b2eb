import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const endpointDisabled = defineTemplate({
  description: 'When a webhook endpoint was disabled, to its contact.',
  variables: z.strictObject({ endpointId: z.string(), reason: z.enum(['gone', 'failing']) }),
  example: { endpointId: exampleId('webhookEndpoint'), reason: 'failing' as const },
  write: {
    en: ({ endpointId, reason }) => ({
      subject: 'A webhook endpoint was disabled',
      greeting: 'Hello,',
      paragraphs: [
        reason === 'gone'
          ? `The webhook endpoint ${endpointId} answered 410 Gone, so we send it nothing any more.`
          : `All deliveries to the webhook endpoint ${endpointId} have failed for days, so we send it nothing any more.`,
        'Once it answers again, resume it, and recover what it has missed.',
      ],
    }),
    de: ({ endpointId, reason }) => ({
      subject: 'Ein Webhook-Endpunkt wurde abgeschaltet',
      greeting: 'Guten Tag,',
      paragraphs: [
        reason === 'gone'
          ? `Der Webhook-Endpunkt ${endpointId} hat mit 410 Gone geantwortet; wir senden ihm nichts mehr.`
          : `Alle Zustellungen an den Webhook-Endpunkt ${endpointId} sind seit Tagen gescheitert; wir senden ihm nichts mehr.`,
        'Sobald er wieder antwortet, nehmen Sie ihn wieder in Betrieb und lassen Sie Verpasstes nachliefern.',
      ],
    }),
  },
})
