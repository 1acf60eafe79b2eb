import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { defineTemplate } from './define-template.ts'

export const familyCheckInWorrying = defineTemplate('family_check_in.worrying', {
  description:
    'Sent when a guardian’s answer needs attention, to the coordinator, and later to the coordinator’s supervisor.',
  variables: z.strictObject({ firstName: z.string(), familyCheckInId: z.string() }),
  example: { firstName: 'Ana', familyCheckInId: exampleId('familyCheckIn') },
  paragraphs: ['text', 'checkIn'],
})
