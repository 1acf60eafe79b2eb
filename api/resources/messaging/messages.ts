import { cancelMessage } from '#messaging/messages/cancel-message.ts'
import { decideHeldMessages } from '#messaging/messages/decide-held-messages.ts'
import { DecideHeldMessages, DecidedMessages } from '#messaging/messages/held-schemas.ts'
import { getMessageLogo } from '#messaging/messages/logo/get-message-logo.ts'
import { putMessageLogo, receiveLogo } from '#messaging/messages/logo/put-message-logo.ts'
import { removeMessageLogo } from '#messaging/messages/logo/remove-message-logo.ts'
import { MessageLogo, PutMessageLogo } from '#messaging/messages/logo/schemas.ts'
import { markMessageBounced } from '#messaging/messages/mark-message-bounced.ts'
import {
  getMessage,
  listMessages,
  MessageQuery,
  previewMessage,
  PreviewQuery,
} from '#messaging/messages/queries.ts'
import { resendMessage } from '#messaging/messages/resend-message.ts'
import { Message, MessagePreview } from '#messaging/messages/schemas.ts'
import { getMessageSettings, patchMessageSettings } from '#messaging/messages/settings.ts'
import { MessageSettings, PatchMessageSettings } from '#messaging/messages/settings-schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Messages',
  about: 'E-mails to guardians and providers, and their delivery status.',
}
const params = idParam('message')

export const messageOperations = [
  operation({
    id: 'listMessages',
    method: 'get',
    path: '/v1/messages',
    tag,
    summary: 'List messages',
    description: 'Returns the delivery log: each message with its recipient and result.',
    permission: 'messages:read',
    query: MessageQuery,
    status: 200,
    response: pageOf(Message),
    run: (ctx, { query }) => listMessages(ctx, query),
  }),
  operation({
    id: 'getMessage',
    method: 'get',
    path: '/v1/messages/{id}',
    tag,
    summary: 'Retrieve a message',
    description:
      'Returns the recipient, the reason, and whether the message was sent. To see the text, preview the template.',
    permission: 'messages:read',
    params,
    status: 200,
    response: Message,
    errors: ['not_found'],
    run: (ctx, { params }) => getMessage(ctx, params),
  }),
  operation({
    id: 'cancelMessage',
    method: 'post',
    path: '/v1/messages/{id}/cancel',
    tag,
    summary: 'Cancel a message',
    description: 'Cancels a queued message. A message that was already sent cannot be recalled.',
    permission: 'messages:write',
    params,
    status: 200,
    response: Message,
    example: { status: 'SKIPPED', sentAt: null },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => cancelMessage(ctx, { ...params, version }),
  }),
  operation({
    id: 'resendMessage',
    method: 'post',
    path: '/v1/messages/{id}/resend',
    tag,
    summary: 'Resend a message',
    description: 'Sends a failed message again, immediately, to the recipient’s current address.',
    permission: 'messages:write',
    params,
    status: 200,
    response: Message,
    example: { status: 'QUEUED', sentAt: null },
    errors: [...TRANSITION_ERRORS, 'message_not_kept', 'message_undeliverable'],
    run: (ctx, { params, version }) => resendMessage(ctx, { ...params, version }),
  }),
  operation({
    id: 'decideHeldMessages',
    method: 'post',
    path: '/v1/clients/{id}/decide-held-messages',
    tag,
    summary: 'Decide about held messages',
    description:
      'Messages to a client wait, with the reason `too_many`, if a person already got as many within an hour as `mostPerHour` of the message settings allows. This sends or drops all of them.',
    permission: 'messages:write',
    params: idParam('client'),
    body: DecideHeldMessages,
    status: 200,
    response: DecidedMessages,
    errors: ['not_found'],
    run: (ctx, { params: client, body }) => decideHeldMessages(ctx, { ...client, ...body }),
  }),
  operation({
    id: 'markMessageBounced',
    method: 'post',
    path: '/v1/messages/{id}/mark-bounced',
    tag,
    summary: 'Mark a message as bounced',
    description:
      'Use this when the sender’s mailbox receives a bounce. The Message-ID begins with the ID of the message.',
    permission: 'messages:write',
    params,
    status: 200,
    response: Message,
    example: { status: 'BOUNCED' },
    errors: TRANSITION_ERRORS,
    events: ['message.undelivered'],
    run: (ctx, { params, version }) => markMessageBounced(ctx, { ...params, version }),
  }),
  operation({
    id: 'previewMessage',
    method: 'get',
    path: '/v1/message-previews',
    tag,
    summary: 'Preview a message',
    description: 'Shows the message as your centre would send it, with invented names and data.',
    permission: 'messages:read',
    query: PreviewQuery,
    status: 200,
    response: MessagePreview,
    run: (ctx, { query }) => previewMessage(ctx, query),
  }),
  operation({
    id: 'getMessageSettings',
    method: 'get',
    path: '/v1/message-settings',
    tag,
    summary: 'Retrieve message settings',
    description: 'Returns the language, quiet hours and addresses of the centre’s messages.',
    permission: 'message-settings:read',
    status: 200,
    response: MessageSettings,
    run: (ctx) => getMessageSettings(ctx),
  }),
  operation({
    id: 'patchMessageSettings',
    method: 'patch',
    path: '/v1/message-settings',
    tag,
    summary: 'Change message settings',
    description:
      'Members that you omit stay unchanged; null removes a value. Changes apply to messages sent from now on.',
    permission: 'message-settings:write',
    body: PatchMessageSettings,
    status: 200,
    response: MessageSettings,
    errors: ['already_exists', 'precondition_failed'],
    events: ['organization.updated'],
    run: (ctx, { body, version }) => patchMessageSettings(ctx, { version, patch: body }),
  }),
  operation({
    id: 'putMessageLogo',
    method: 'put',
    path: '/v1/message-settings/logo',
    tag,
    summary: 'Put a logo on messages',
    description:
      'E-mails that are sent from now on show the picture above their text. Send PNG or JPEG of at most 100 KiB, with 16 to 2,000 pixels on each side; it is shown at most 48 pixels high. The type is detected from the bytes, metadata is removed, and the deployment’s scanner checks the file: `file_refused` gives the reason why it was refused. SVG is refused because it can contain scripts. The logo is part of each e-mail, so that reading an e-mail loads nothing from the internet.',
    permission: 'message-settings:write',
    body: PutMessageLogo,
    status: 200,
    response: MessageSettings,
    errors: ['file_refused', 'precondition_failed'],
    events: ['organization.updated'],
    prepare: (ctx, { body }) => receiveLogo(ctx, body),
    run: (ctx, { version }, picture) => putMessageLogo(ctx, version, picture),
  }),
  operation({
    id: 'getMessageLogo',
    method: 'get',
    path: '/v1/message-settings/logo',
    tag,
    summary: 'Retrieve the logo of messages',
    description: 'Returns the picture, without the metadata that was removed.',
    permission: 'message-settings:read',
    status: 200,
    response: MessageLogo,
    errors: ['not_found'],
    run: (ctx) => getMessageLogo(ctx),
  }),
  operation({
    id: 'removeMessageLogo',
    method: 'delete',
    path: '/v1/message-settings/logo',
    tag,
    summary: 'Remove the logo of messages',
    description:
      'E-mails that are sent from now on have no logo. Removing it again changes nothing.',
    permission: 'message-settings:write',
    status: 200,
    response: MessageSettings,
    errors: ['precondition_failed'],
    events: ['organization.updated'],
    run: (ctx, { version }) => removeMessageLogo(ctx, { version }),
  }),
]
