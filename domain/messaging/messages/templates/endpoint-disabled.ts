import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate, PROTECTS_ACCOUNTS } from './define-template.ts'

export const endpointDisabled = defineTemplate('webhook_endpoint.disabled', {
  description: 'Sent when a webhook endpoint is disabled, to its contact.',
  variables: z.strictObject({ endpointId: z.string(), reason: z.enum(['gone', 'failing']) }),
  example: { endpointId: exampleId('webhookEndpoint'), reason: 'failing' as const },
  fixed: PROTECTS_ACCOUNTS,
  paragraphs: ['text', 'recover'],
})
