import { z } from 'zod'
import { exampleId, idOf } from '../core/ids.ts'
import { defineEvent } from '../events/define-event.ts'

const payload = z.strictObject({
  processingRestrictionId: idOf('processingRestriction'),
  childId: idOf('child').nullable(),
  clientId: idOf('client').nullable(),
})
const example = {
  processingRestrictionId: exampleId('processingRestriction'),
  childId: exampleId('child'),
  clientId: null,
}

export const processingRestrictionEvents = {
  'processing_restriction.started': defineEvent({
    description:
      'From now on what is held of a person is only kept. Stop processing your copy of it too.',
    payload,
    example,
  }),
  'processing_restriction.lifted': defineEvent({
    description: 'What is held of the person can be processed again.',
    payload,
    example,
  }),
} as const
