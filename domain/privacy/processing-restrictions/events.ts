import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

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

export const processingRestrictionEvents = defineEvents({
  'processing_restriction.started': defineEvent({
    description: 'From now on, a person’s data can only be stored. Stop processing your copy too.',
    payload,
    example,
  }),
  'processing_restriction.lifted': defineEvent({
    description: 'The restriction was lifted, so the person’s data can be processed again.',
    payload,
    example,
  }),
})
