import { publicRoute, text, told } from './public-route.ts'

const token = {
  name: 'token',
  in: 'path',
  required: true,
  description: 'The last part of the address that rotateAgentWebhookUrl returned.',
  schema: text,
  example: 'mNq0b3W7yR5tXk2vQ9sLfZ8cJ1hD4aGp6eUoTiYxKwE',
}

const messageId = {
  name: 'webhook-id',
  in: 'header',
  required: false,
  description: 'Identifies the message, as Idempotency-Key does: each id starts one run.',
  schema: text,
  example: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
}

export const receiveAgentWebhookRoute = {
  ...publicRoute({
    operationId: 'receiveAgentWebhook',
    tag: 'Agents',
    summary: 'Send a message to the webhook of an agent',
    description:
      'A JSON object of at most 64 KiB. The filter and `given` of the trigger read it; only the inputs of the agent are stored. At most 300 a minute for one agent.',
    success: {
      description:
        'ACCEPTED: a run starts; FILTERED: the filter does not match; ALREADY_RECEIVED: the id was received before.',
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
