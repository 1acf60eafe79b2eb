import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const treatmentCycleNear = defineTemplate('treatment_cycle.near', {
  description: 'Sent when an authorization is nearly used up or needs renewal, to the provider.',
  variables: z.strictObject({
    firstName: z.string(),
    cycleId: z.string(),
    endsOn: z.string(),
    what: z.enum(['nearly-used', 'renewal']),
  }),
  example: {
    firstName: 'Ana',
    cycleId: exampleId('treatmentCycle'),
    endsOn: '2027-02-28',
    what: 'renewal',
  },
  paragraphs: ['text', 'cycle'],
})
