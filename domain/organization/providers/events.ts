import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { SuspensionReason } from './provider-status.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

export const providerEvents = defineEvents({
  'provider.approved': defineEvent({
    description:
      'The onboarding of a provider ended with approval. The event is sent once, and not when a provider is reinstated.',
    payload: z.strictObject({ providerId: idOf('provider') }),
    example: { providerId: exampleId('provider') },
  }),
  'provider.suspended': defineEvent({
    description:
      'A provider can no longer be booked, either because of a person’s decision or because a license expired. Existing appointments stay.',
    payload: z.strictObject({ providerId: idOf('provider'), reason: SuspensionReason }),
    example: { providerId: exampleId('provider'), reason: 'LICENSE_EXPIRED' },
  }),
  'provider.reinstated': defineEvent({
    description: 'A suspended provider can be booked again.',
    payload: z.strictObject({ providerId: idOf('provider') }),
    example: { providerId: exampleId('provider') },
  }),
})
