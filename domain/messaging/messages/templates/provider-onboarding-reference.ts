import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

export const providerOnboardingReference = defineTemplate('provider_onboarding.reference', {
  description: 'Sent when an applicant has named a referee, to the referee.',
  variables: z.strictObject({
    firstName: z.string(),
    applicantName: z.string(),
    path: z.string(),
  }),
  example: { firstName: 'Jana', applicantName: 'Ana Ruiz', path: '/links/example' },
  paragraphs: ['text', 'time'],
  action: ({ path }) => path,
})
