import { publicRoute, text, told } from './public-route.ts'

const token = {
  name: 'token',
  in: 'path',
  required: true,
  description: 'The end of the address that rotateAgentWebhookUrl answered.',
  schema: text,
  example: 'mNq0b3W7yR5tXk2vQ9sLfZ8cJ1hD4aGp6eUoTiYxKwE',
}

const messageId = {
  name: 'webhook-id',
  in: 'header',
  required: false,
  description:
    'By which the sender knows the message again (Idempotency-Key does as well): one starts one run.',
  schema: text,
  example: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
}

export const receiveAgentWebhookRoute = {
  ...publicRoute({
    operationId: 'receiveAgentWebhook',
    tag: 'Agents',
    summary: 'Send a message to the webhook of an agent',
    description:
      'A JSON object of at most 64 KiB. The filter and `given` of the trigger read it; only the inputs of the agent are kept of it. At most 300 a minute for one agent.',
    success: {
      description:
        'ACCEPTED: a run begins; FILTERED: the filter does not take it; ALREADY_RECEIVED: its id was here before.',
      schema: {
        type: 'object',
        properties: { receipt: told('Result.') },
        required: ['receipt'],
      },
      example: { receipt: 'ACCEPTED' },
    },
    errors: [
      'not_found',
      'invalid_transition',
      'agents_off',
      'validation_failed',
      'malformed_json',
      'payload_too_large',
      'unsupported_media_type',
    ],
  }),
  parameters: [token, messageId],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { type: 'object' }, example: { dueWithinDays: 14 } } },
  },
}
