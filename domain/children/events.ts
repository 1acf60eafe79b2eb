import { z } from 'zod'
import { exampleId, idOf } from '../core/ids.ts'
import { defineEvent } from '../events/define-event.ts'

export const childEvents = {
  'child.registered': defineEvent({
    description: 'A child was registered with the centre.',
    payload: z.strictObject({ childId: idOf('child'), programme: z.string().nullable() }),
    example: { childId: exampleId('child'), programme: null },
  }),
} as const
