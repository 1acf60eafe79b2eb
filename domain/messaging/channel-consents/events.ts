import { z } from 'zod'
import { TEXT_CHANNELS } from '#providers/texting/index.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'
import { CONSENT_STATUSES } from '../channels/rules.ts'

export const channelConsentEvents = defineEvents({
  'channel_consent.recorded': defineEvent({
    description: 'A guardian agreed to texts by a channel, or no longer wants them.',
    payload: z.strictObject({
      channelConsentId: idOf('channelConsent'),
      clientId: idOf('client'),
      channel: growing(z.enum(TEXT_CHANNELS)).meta({ description: 'Channel.' }),
      status: z.enum(CONSENT_STATUSES).meta({
        description: 'Whether the guardian wants messages by this channel.',
      }),
    }),
    example: {
      channelConsentId: exampleId('channelConsent'),
      clientId: exampleId('client'),
      channel: 'SMS' as const,
      status: 'OPTED_OUT' as const,
    },
  }),
})
