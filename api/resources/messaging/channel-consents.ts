import { confirmAddress } from '#messaging/channel-consents/confirm-address.ts'
import { createChannelConsent } from '#messaging/channel-consents/create-channel-consent.ts'
import {
  ChannelConsentQuery,
  getChannelConsent,
  getClientChannels,
  listChannelConsents,
} from '#messaging/channel-consents/queries.ts'
import {
  ChannelConsent,
  ClientChannels,
  ConfirmAddress,
  CreateChannelConsent,
} from '#messaging/channel-consents/schemas.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Channels',
  about:
    'By which channels guardians can be reached: what they agreed to, and addresses to which nothing arrives.',
}

export const channelConsentOperations = [
  operation({
    id: 'createChannelConsent',
    method: 'post',
    path: '/v1/channel-consents',
    tag,
    summary: 'Record a consent to texts',
    description:
      'Records whether a guardian wants texts by a channel. Earlier records stay, and the latest counts. Guardians can also send STOP and START.',
    permission: 'channel-consents:write',
    body: CreateChannelConsent,
    status: 201,
    response: ChannelConsent,
    errors: ['invalid_reference'],
    events: ['channel_consent.recorded'],
    run: (ctx, { body }) => createChannelConsent(ctx, body),
  }),
  operation({
    id: 'listChannelConsents',
    method: 'get',
    path: '/v1/channel-consents',
    tag,
    summary: 'List consents to texts',
    description: 'Returns the history, newest first: when, how and by whom each was recorded.',
    permission: 'channel-consents:read',
    query: ChannelConsentQuery,
    status: 200,
    response: pageOf(ChannelConsent),
    run: (ctx, { query }) => listChannelConsents(ctx, query),
  }),
  operation({
    id: 'getChannelConsent',
    method: 'get',
    path: '/v1/channel-consents/{id}',
    tag,
    summary: 'Retrieve a consent to texts',
    description: 'Returns what the guardian said about a channel, and how it became known.',
    permission: 'channel-consents:read',
    params: idParam('channelConsent'),
    status: 200,
    response: ChannelConsent,
    errors: ['not_found'],
    run: (ctx, { params }) => getChannelConsent(ctx, params),
  }),
  operation({
    id: 'getClientChannels',
    method: 'get',
    path: '/v1/clients/{id}/channels',
    tag,
    summary: 'Retrieve the channels of a guardian',
    description:
      'Returns for each channel whether messages reach the guardian, and if not, why: for example because an e-mail came back, or because the guardian sent STOP.',
    permission: 'channel-consents:read',
    params: idParam('client'),
    status: 200,
    response: ClientChannels,
    errors: ['not_found'],
    run: (ctx, { params }) => getClientChannels(ctx, params),
  }),
  operation({
    id: 'confirmAddress',
    method: 'post',
    path: '/v1/clients/{id}/confirm-address',
    tag,
    summary: 'Confirm an address',
    description:
      'After a message came back, nothing more is sent to the address. Use this if it works after all; to correct the address, change the client.',
    permission: 'channel-consents:write',
    params: idParam('client'),
    body: ConfirmAddress,
    status: 200,
    response: ClientChannels,
    errors: ['not_found'],
    run: (ctx, { params, body }) => confirmAddress(ctx, { ...params, ...body }),
  }),
]
