import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const erasureRequested = defineTemplate('erasure.requested', {
  description: 'Sent when the erasure of a person needs approval, to the centre’s privacy contact.',
  variables: z.strictObject({ erasureId: z.string(), requestedAt: z.iso.datetime() }),
  example: { erasureId: exampleId('erasure'), requestedAt: '2026-11-21T09:30:00.000Z' },
  paragraphs: ['text', 'erasure', 'limit'],
})
