import { z } from 'zod'
import type { ChannelConsent as ChannelConsentModel } from '#prisma/generated/client.ts'
import { TEXT_CHANNELS, type TextChannel } from '#providers/texting/index.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { prose } from '#platform/core/records/record.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc } from '#platform/core/time/time.ts'
import {
  ADDRESS_PROBLEMS,
  CHANNELS,
  CONSENT_STATUSES,
  type ConsentStatus,
} from '../channels/rules.ts'

/** How a consent or its end became known. */
const CONSENT_SOURCES = ['FORM', 'STAFF', 'REPLY', 'PROVIDER'] as const
export type ConsentSource = (typeof CONSENT_SOURCES)[number]

const members = {
  clientId: idOf('client').meta({ description: 'Guardian who gets the texts.' }),
  channel: growing(z.enum(TEXT_CHANNELS)).meta({ description: 'Channel that the consent is for.' }),
  status: z.enum(CONSENT_STATUSES).meta({
    description: 'Whether the guardian wants messages by this channel.',
    example: 'OPTED_IN',
  }),
  evidence: prose(2000).min(1).nullable().meta({
    description: 'Evidence, such as the form or the call; null if there is none.',
    example: 'Ticked on the registration form.',
  }),
}

export const ChannelConsent = resourceSchema('ChannelConsent', {
  id: idOf('channelConsent'),
  ...members,
  source: growing(z.enum(CONSENT_SOURCES)).meta({
    description:
      'How it became known: on a form, told to staff, by a text such as STOP, or from the provider, which refuses texts to this number.',
    example: 'FORM',
  }),
  recordedBy: z.string().meta({
    description: 'ID of the user, API key or guardian that made the record.',
    example: exampleId('apiKey'),
  }),
  createdAt: z.iso.datetime().meta({
    description: 'When it was recorded, in UTC.',
    example: '2026-11-20T09:00:00.000Z',
  }),
})
export type ChannelConsent = z.infer<typeof ChannelConsent>

export const CreateChannelConsent = z
  .strictObject({
    clientId: members.clientId,
    channel: members.channel,
    status: members.status,
    source: z.enum(['FORM', 'STAFF']).meta({
      description: 'How it became known: on a form, or told to staff.',
      example: 'FORM',
    }),
    evidence: members.evidence.default(null),
  })
  .meta({
    id: 'CreateChannelConsent',
    example: { clientId: exampleId('client'), channel: 'SMS', status: 'OPTED_IN', source: 'FORM' },
  })
export type CreateChannelConsent = z.infer<typeof CreateChannelConsent>

export const toChannelConsent = (row: ChannelConsentModel): ChannelConsent => ({
  id: row.id,
  clientId: row.clientId,
  channel: row.channel as TextChannel,
  status: row.status as ConsentStatus,
  evidence: row.evidence,
  source: row.source as ConsentSource,
  recordedBy: row.recordedBy,
  createdAt: utc(row.createdAt),
})

const ADDRESS_STATUSES = ['NONE', 'INVALID', 'OK', ...ADDRESS_PROBLEMS] as const

export const ClientChannels = z
  .strictObject({
    clientId: idOf('client'),
    channels: z
      .array(
        z.strictObject({
          channel: growing(z.enum(CHANNELS)).meta({ description: 'Channel.', example: 'EMAIL' }),
          addressStatus: growing(z.enum(ADDRESS_STATUSES)).meta({
            description:
              'State of the e-mail address or telephone number. If a message came back (BOUNCED) or was reported as spam (COMPLAINED), nothing more is sent to the address until it is changed or confirmed.',
            example: 'OK',
          }),
          consent: z.enum(CONSENT_STATUSES).nullable().meta({
            description:
              'Whether the guardian wants texts by this channel; null if nothing is recorded, and for e-mail.',
            example: null,
          }),
          canReach: z.boolean().meta({
            description: 'Whether messages can be sent to the guardian by this channel.',
            example: true,
          }),
          reason: z.string().nullable().meta({
            description: 'Why they cannot, as in `reason` of a message; null if they can.',
            example: null,
          }),
          notSentOptedOut: z.int().meta({
            description: 'Number of messages that were not sent because the guardian opted out.',
            example: 0,
          }),
        }),
      )
      .meta({ description: 'One entry for each channel.' }),
  })
  .meta({ id: 'ClientChannels' })
export type ClientChannels = z.infer<typeof ClientChannels>

export const ConfirmAddress = z
  .strictObject({
    channel: z.enum(CHANNELS).meta({
      description: 'Channel of the address that is correct after all.',
      example: 'EMAIL',
    }),
  })
  .meta({ id: 'ConfirmAddress', example: { channel: 'EMAIL' } })
