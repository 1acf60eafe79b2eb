import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

export const providerLicenseExpiring = defineTemplate('provider_license.expiring', {
  description:
    'Sent before a provider’s license expires, to the provider. It does not contain the license number.',
  variables: z.strictObject({ firstName: z.string(), state: z.string(), expiresOn: z.iso.date() }),
  example: { firstName: 'Ana', state: 'US-IL', expiresOn: '2027-10-31' },
  requires: [
    { anyOf: ['expiresOn'], in: 'body', because: 'the provider cannot be booked after that day' },
  ],
  paragraphs: ['text', 'renew'],
})
