import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { TEXT_CHANNELS } from '#providers/texting/index.ts'
import type { Context } from '#platform/core/context/context.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { anyOf, additionsQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { loadReach } from '../channels/load-reach.ts'
import {
  CHANNELS,
  CONSENT_STATUSES,
  isText,
  refusalOf,
  type Channel,
  type Reach,
} from '../channels/rules.ts'
import { findRecipient, type Recipient } from '../messages/recipient.ts'
import { loadMessagingTerms } from '../messages/settings.ts'
import { toChannelConsent, type ClientChannels } from './schemas.ts'

export const ChannelConsentQuery = additionsQuery(
  'channelConsent',
  'createdAt',
  ['-createdAt', 'createdAt'],
  {
    clientId: idOf('client').optional(),
    channel: anyOf(TEXT_CHANNELS, 'Returns only consents to this channel.'),
    status: anyOf(CONSENT_STATUSES, 'Returns only consents with one of these values.'),
  },
)
export type ChannelConsentQuery = z.infer<typeof ChannelConsentQuery>

const channelConsents = recordQueries({
  permission: 'channel-consents:read',
  name: 'channel consent',
  find: ({ db }, selection: Selection<Prisma.ChannelConsentWhereInput>) =>
    db.channelConsent.findMany(selection),
  show: each(toChannelConsent),
})

export const getChannelConsent = channelConsents.get
export const listChannelConsents = channelConsents.list((query: ChannelConsentQuery) =>
  given(query, 'clientId', 'channel', 'status'),
)

/** How a guardian can be reached, by channel. */
export const getClientChannels = (ctx: Context, { id }: { id: string }): Promise<ClientChannels> =>
  read(ctx, 'channel-consents:read', async (reader) =>
    channelsOf(reader, await loadClientRecipient(reader, id)),
  )

/** The client as the recipient of messages, or `not_found`. */
export const loadClientRecipient = async (reader: Reader, id: string): Promise<Recipient> => {
  const recipient = await findRecipient(reader, { type: 'client', id })
  if (!recipient) throw notFound('client')
  return recipient
}

export const channelsOf = async (reader: Reader, recipient: Recipient): Promise<ClientChannels> => {
  const [reach, { senders }, optedOut] = await Promise.all([
    loadReach(reader, recipient),
    loadMessagingTerms(reader),
    reader.sql<{ channel: string; messages: number }>(NOT_SENT, [reader.tenantId, recipient.id]),
  ])
  return {
    clientId: recipient.id,
    channels: CHANNELS.map((channel) => {
      const hasSender = !isText(channel) || senders[channel] !== null
      const reason = refusalOf(channel, reach[channel], { hasSender })
      return {
        channel,
        addressStatus: addressStatusOf(channel, reach[channel]),
        consent: reach[channel].consent,
        canReach: reason === null,
        reason,
        notSentOptedOut: optedOut.find((it) => it.channel === channel)?.messages ?? 0,
      }
    }),
  }
}

const addressStatusOf = (channel: Channel, { address, problem }: Reach) => {
  if (!address) return 'NONE'
  if (problem) return problem
  const stated = { address, problem: null, consent: 'OPTED_IN' } as const
  return refusalOf(channel, stated, { hasSender: true }) === null ? 'OK' : 'INVALID'
}

const NOT_SENT = `
  SELECT channel, count(*)::int AS messages FROM messages
  WHERE tenant_id = $1 AND recipient_id = $2 AND status = 'SKIPPED' AND reason = 'opted_out'
  GROUP BY channel`
