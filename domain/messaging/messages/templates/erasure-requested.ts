import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { timeLimit } from '../../locales/times.ts'
import { defineTemplate, PROTECTS_ACCOUNTS } from './define-template.ts'

export const erasureRequested = defineTemplate('erasure.requested', {
  description: 'Sent when the erasure of a person needs approval, to the centre’s privacy contact.',
  variables: z.strictObject({ erasureId: z.string(), requestedAt: z.iso.datetime() }),
  example: { erasureId: exampleId('erasure'), requestedAt: '2026-11-21T09:30:00.000Z' },
  fixed: PROTECTS_ACCOUNTS,
  paragraphs: ['text', 'erasure', 'limit'],
  values: ({ requestedAt }, { language, centreTimeZone = 'UTC' }) => ({
    requestedAt: timeLimit(requestedAt, centreTimeZone, language),
  }),
})
