import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { instantText } from '#platform/core/time/time.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

export const holdEvents = defineEvents({
  'hold.released': defineEvent({
    description: 'A hold ended without being booked: its slot is free again.',
    payload: z.strictObject({
      holdId: idOf('hold'),
      providerId: idOf('provider'),
      locationId: idOf('location'),
      startsAt: instantText.meta({
        description: 'When the slot begins, with the offset of its location.',
      }),
      reason: z
        .enum(['EXPIRED', 'RELEASED'])
        .meta({ description: 'EXPIRED: its time ended. RELEASED: it was given up.' }),
    }),
    example: {
      holdId: exampleId('hold'),
      providerId: exampleId('provider'),
      locationId: exampleId('location'),
      startsAt: '2026-12-01T10:00:00+01:00',
      reason: 'EXPIRED',
    },
  }),
})
