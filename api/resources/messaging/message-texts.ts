import { createMessageText } from '#messaging/message-texts/create-message-text.ts'
import { listMessageLanguages } from '#messaging/message-texts/list-message-languages.ts'
import {
  listMessageTemplates,
  MessageTemplateQuery,
} from '#messaging/message-texts/list-message-templates.ts'
import { patchMessageText } from '#messaging/message-texts/patch-message-text.ts'
import { previewMessageText } from '#messaging/message-texts/preview-message-text.ts'
import {
  getMessageText,
  getMessageTextVersion,
  listMessageTexts,
  listMessageTextVersions,
  MessageTextQuery,
  MessageTextVersionParams,
} from '#messaging/message-texts/queries.ts'
import { messageTextRecord } from '#messaging/message-texts/record.ts'
import { rollBackMessageText } from '#messaging/message-texts/roll-back-message-text.ts'
import { sendTestMessage } from '#messaging/message-texts/send-test-message.ts'
import {
  CreateMessageText,
  MessageLanguage,
  MessageTemplate,
  MessageText,
  MessageTextPreview,
  MessageTextVersion,
  PatchMessageText,
  PreviewMessageText,
  RollBackMessageText,
  SendTestMessage,
} from '#messaging/message-texts/schemas.ts'
import { Message } from '#messaging/messages/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, listOf, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Message texts',
  about:
    'The centre’s own texts of messages, for each kind of message, channel and language. Without one, the platform’s text is used.',
}
const params = idParam('messageText')

export const messageTextOperations = [
  operation({
    id: 'listMessageTemplates',
    method: 'get',
    path: '/v1/message-templates',
    tag,
    summary: 'List message templates',
    description:
      'Returns each kind of message: the variables that its texts can use, what a text must contain and why, the platform’s words, and whose text is used in each language.',
    permission: 'message-settings:read',
    query: MessageTemplateQuery,
    status: 200,
    response: listOf(MessageTemplate),
    run: (ctx, { query }) => listMessageTemplates(ctx, query),
  }),
  operation({
    id: 'listMessageLanguages',
    method: 'get',
    path: '/v1/message-languages',
    tag,
    summary: 'List languages of messages',
    description:
      'Returns the languages that families ask for, the number of families, and the templates that have no text in them. These families get messages in the centre’s language.',
    permission: ['message-settings:read', 'clients:read'],
    status: 200,
    response: listOf(MessageLanguage),
    run: (ctx) => listMessageLanguages(ctx),
  }),
  operation({
    id: 'previewMessageText',
    method: 'post',
    path: '/v1/message-previews',
    tag,
    summary: 'Preview a message text',
    description:
      'Shows a message as it would be sent, with saved or unsaved words, and reports everything that prevents saving them. With `recordId` it shows the data of a record that you are allowed to read, which the audit trail records. Nothing is sent.',
    permission: ['messages:read', 'message-settings:read'],
    body: PreviewMessageText,
    status: 200,
    response: MessageTextPreview,
    errors: ['invalid_reference'],
    run: (ctx, { body }) => previewMessageText(ctx, body),
  }),
  operation({
    id: 'sendTestMessage',
    method: 'post',
    path: '/v1/message-previews/send-test',
    tag,
    summary: 'Send yourself a test message',
    description:
      'Sends what `POST /v1/message-previews` shows to your own e-mail address. The subject says that it is a test. Calendar entries and files are left out. Words that cannot be used are refused. You can send ten tests an hour; API keys have no address and get `user_required`.',
    permission: ['message-settings:write', 'messages:read'],
    body: SendTestMessage,
    status: 200,
    response: Message,
    example: { template: 'message.test', status: 'QUEUED', sentAt: null },
    errors: ['invalid_reference', 'user_required', 'rate_limited'],
    run: (ctx, { body }) => sendTestMessage(ctx, body),
  }),
  operation({
    id: 'createMessageText',
    method: 'post',
    path: '/v1/message-texts',
    tag,
    summary: 'Create a message text',
    description:
      'Messages of this kind are sent with this text from now on. A text is refused if a message could be wrong or incomplete with it; `POST /v1/message-previews` shows all problems without saving.',
    permission: 'message-settings:write',
    body: CreateMessageText,
    status: 201,
    response: MessageText,
    errors: ['already_exists'],
    events: ['message_text.created'],
    run: (ctx, { body }) => createMessageText(ctx, body),
  }),
  operation({
    id: 'listMessageTexts',
    method: 'get',
    path: '/v1/message-texts',
    tag,
    summary: 'List message texts',
    description: 'Newest first. Archived texts are not included unless you set `state`.',
    permission: 'message-settings:read',
    query: MessageTextQuery,
    status: 200,
    response: pageOf(MessageText),
    run: (ctx, { query }) => listMessageTexts(ctx, query),
  }),
  operation({
    id: 'getMessageText',
    method: 'get',
    path: '/v1/message-texts/{id}',
    tag,
    summary: 'Retrieve a message text',
    description:
      'Returns the words of the text. `issues` is not empty if an upgrade or a change of the settings made it unusable.',
    permission: 'message-settings:read',
    params,
    status: 200,
    response: MessageText,
    errors: ['not_found'],
    run: (ctx, { params }) => getMessageText(ctx, params),
  }),
  operation({
    id: 'patchMessageText',
    method: 'patch',
    path: '/v1/message-texts/{id}',
    tag,
    summary: 'Change a message text',
    description:
      'Saves a new version, with which messages are sent from now on. Earlier versions are kept.',
    permission: 'message-settings:write',
    params,
    body: PatchMessageText,
    status: 200,
    response: MessageText,
    errors: CHANGE_ERRORS,
    events: ['message_text.updated'],
    run: (ctx, { params, body, version }) =>
      patchMessageText(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'listMessageTextVersions',
    method: 'get',
    path: '/v1/message-texts/{id}/versions',
    tag,
    summary: 'List the versions of a message text',
    description: 'Returns the latest 100 versions, latest first.',
    permission: 'message-settings:read',
    params,
    status: 200,
    response: listOf(MessageTextVersion),
    errors: ['not_found'],
    run: (ctx, { params }) => listMessageTextVersions(ctx, params),
  }),
  operation({
    id: 'getMessageTextVersion',
    method: 'get',
    path: '/v1/message-texts/{id}/versions/{number}',
    tag,
    summary: 'Retrieve a version of a message text',
    description: 'Returns a version, which never changes.',
    permission: 'message-settings:read',
    params: MessageTextVersionParams,
    status: 200,
    response: MessageTextVersion,
    errors: ['not_found'],
    run: (ctx, { params }) => getMessageTextVersion(ctx, params),
  }),
  operation({
    id: 'rollBackMessageText',
    method: 'post',
    path: '/v1/message-texts/{id}/roll-back',
    tag,
    summary: 'Roll back a message text',
    description:
      'Saves the words of an earlier version as a new version, if they can still be used.',
    permission: 'message-settings:write',
    params,
    body: RollBackMessageText,
    status: 200,
    response: MessageText,
    errors: CHANGE_ERRORS,
    events: ['message_text.updated'],
    run: (ctx, { params, body, version }) =>
      rollBackMessageText(ctx, { ...params, version, ...body }),
  }),
  ...archiveOperations(messageTextRecord, {
    path: '/v1/message-texts/{id}',
    tag,
    noun: 'a message text',
    response: MessageText,
  }),
]
