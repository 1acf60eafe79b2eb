import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const whose = {
  erasureId: idOf('erasure'),
  childId: idOf('child').nullable(),
  clientId: idOf('client').nullable(),
}
const example = {
  erasureId: exampleId('erasure'),
  childId: exampleId('child'),
  clientId: null,
}

export const erasureEvents = defineEvents({
  'erasure.requested': defineEvent({
    description: 'The erasure of a person was requested. Another person must approve it.',
    payload: z.strictObject(whose),
    example,
  }),
  'erasure.scheduled': defineEvent({
    description: 'An erasure was approved. It can be cancelled until `startsAt`.',
    payload: z.strictObject({
      ...whose,
      startsAt: z.iso.datetime().meta({ description: 'When the erasure begins, in UTC.' }),
    }),
    example: { ...example, startsAt: '2026-11-28T09:30:00.000Z' },
  }),
  'erasure.completed': defineEvent({
    description: 'All data about the person was erased. Erase your copies too.',
    payload: z.strictObject(whose),
    example,
  }),
})
