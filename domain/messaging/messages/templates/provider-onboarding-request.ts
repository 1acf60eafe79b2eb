import { z } from 'zod'
import { timeLimit } from '../../locales/times.ts'
import { defineTemplate } from './define-template.ts'

export const providerOnboardingRequest = defineTemplate('provider_onboarding.request', {
  description: 'Sent when something is requested from an applicant, to the applicant.',
  variables: z.strictObject({
    firstName: z.string(),
    path: z.string(),
    occasion: z.enum(['invitation', 'returned', 'reminder', 'overdue']),
    dueAt: z.iso.datetime({ offset: true }).nullable(),
    timeZone: z.string(),
  }),
  example: {
    firstName: 'Ana',
    path: '/links/example',
    occasion: 'invitation',
    dueAt: '2026-12-05T23:59:00+01:00',
    timeZone: 'Europe/Berlin',
  },
  paragraphs: ['text', 'due', 'link'],
  values: ({ dueAt, timeZone }, { language }) => ({
    dueAt: dueAt && timeLimit(dueAt, timeZone, language),
  }),
  action: ({ path }) => path,
})
