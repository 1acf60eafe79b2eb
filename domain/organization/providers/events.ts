import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { SuspensionReason } from './provider-status.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

export const providerEvents = defineEvents({
  'provider.approved': defineEvent({
    description:
      'The onboarding of a provider ended with their approval. Who is reinstated later was approved before: it is sent once.',
    payload: z.strictObject({ providerId: idOf('provider') }),
    example: { providerId: exampleId('provider') },
  }),
  'provider.suspended': defineEvent({
    description:
      'A provider takes no new bookings: by the hand of a person, or because a license expired. Their appointments stay.',
    payload: z.strictObject({ providerId: idOf('provider'), reason: SuspensionReason }),
    example: { providerId: exampleId('provider'), reason: 'LICENSE_EXPIRED' },
  }),
  'provider.reinstated': defineEvent({
    description: 'A provider who was suspended can be booked again.',
    payload: z.strictObject({ providerId: idOf('provider') }),
    example: { providerId: exampleId('provider') },
  }),
})
