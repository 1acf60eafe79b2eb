import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

export const providerOnboardingDecided = defineTemplate('provider_onboarding.decided', {
  description: 'Sent when an application is approved or rejected, to the applicant.',
  variables: z.strictObject({ firstName: z.string(), approved: z.boolean() }),
  example: { firstName: 'Ana', approved: true },
  paragraphs: ['text', 'link'],
})
