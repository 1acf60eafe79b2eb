import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const payload = z.strictObject({ consentId: idOf('consent'), childId: idOf('child') })
const example = { consentId: exampleId('consent'), childId: exampleId('child') }

export const consentEvents = defineEvents({
  'consent.granted': defineEvent({
    description: 'A guardian’s consent was recorded.',
    payload,
    example,
  }),
  'consent.expired': defineEvent({
    description: 'A consent has expired, and the child has none of the kind that lasts longer.',
    payload,
    example,
  }),
  'consent.revoked': defineEvent({ description: 'A consent was revoked.', payload, example }),
})
