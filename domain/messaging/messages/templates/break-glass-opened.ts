import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { timeLimit } from '../../locales/times.ts'
import { defineTemplate, PROTECTS_ACCOUNTS } from './define-template.ts'

export const breakGlassOpened = defineTemplate('break_glass.opened', {
  description: 'Sent when records outside a caseload are opened, to the centre’s privacy contact.',
  variables: z.strictObject({ grantId: z.string(), expiresAt: z.iso.datetime() }),
  example: { grantId: exampleId('breakGlassGrant'), expiresAt: '2026-11-21T10:30:00.000Z' },
  fixed: PROTECTS_ACCOUNTS,
  paragraphs: ['text', 'access'],
  values: ({ expiresAt }, { language, centreTimeZone = 'UTC' }) => ({
    expiresAt: timeLimit(expiresAt, centreTimeZone, language),
  }),
})
