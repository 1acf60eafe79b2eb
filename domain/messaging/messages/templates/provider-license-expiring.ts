import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

export const providerLicenseExpiring = defineTemplate('provider_license.expiring', {
  description: 'Before a license of a provider expires, to them. It does not say its number.',
  variables: z.strictObject({ firstName: z.string(), state: z.string(), expiresOn: z.iso.date() }),
  example: { firstName: 'Ana', state: 'US-IL', expiresOn: '2027-10-31' },
  paragraphs: ['text', 'renew'],
})
