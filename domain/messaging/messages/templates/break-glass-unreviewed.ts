import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { timeLimit } from '../../locales/times.ts'
import { defineTemplate, PROTECTS_ACCOUNTS } from './define-template.ts'

export const breakGlassUnreviewed = defineTemplate('break_glass.unreviewed', {
  description:
    'Sent when access outside a caseload has ended without a review, to the centre’s privacy contact.',
  variables: z.strictObject({ grantId: z.string(), overSince: z.iso.datetime() }),
  example: { grantId: exampleId('breakGlassGrant'), overSince: '2026-11-21T10:30:00.000Z' },
  fixed: PROTECTS_ACCOUNTS,
  paragraphs: ['text', 'access'],
  values: ({ overSince }, { language, centreTimeZone = 'UTC' }) => ({
    overSince: timeLimit(overSince, centreTimeZone, language),
  }),
})
