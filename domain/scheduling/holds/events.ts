import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { instantText } from '#platform/core/time/time.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

export const holdEvents = defineEvents({
  'hold.released': defineEvent({
    description: 'A hold ended without a booking. Its slot is free again.',
    payload: z.strictObject({
      holdId: idOf('hold'),
      providerId: idOf('provider'),
      locationId: idOf('location'),
      startsAt: instantText.meta({
        description: 'When the slot begins, with the offset of its location.',
      }),
      reason: z.enum(['EXPIRED', 'RELEASED']).meta({
        description: 'EXPIRED: the hold’s time ended. RELEASED: the hold was released early.',
      }),
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
