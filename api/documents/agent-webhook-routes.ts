import { publicRoute, text, told } from './public-route.ts'

const token = {
  name: 'token',
  in: 'path',
  required: true,
  description: 'Last part of the URL that rotateAgentWebhookUrl returned.',
  schema: text,
  example: 'mNq0b3W7yR5tXk2vQ9sLfZ8cJ1hD4aGp6eUoTiYxKwE',
}

const messageId = {
  name: 'webhook-id',
  in: 'header',
  required: false,
  description: 'ID of the message. Like an Idempotency-Key, each ID starts only one run.',
  schema: text,
  example: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
}

const runId = {
  name: 'X-Service-Agent-Run',
  in: 'header',
  required: false,
  description:
    'Agent run that caused the message, as in the header of our deliveries. Pass it on, so that agents do not start each other without end.',
  schema: text,
  example: 'run_01m7zavmhde4es2ts9few7fzev',
}

export const receiveAgentWebhookRoute = {
  ...publicRoute({
    operationId: 'receiveAgentWebhook',
    tag: 'Agents',
    summary: 'Send a message to an agent’s webhook',
    description:
      'Accepts a JSON object of at most 64 KiB. The trigger’s filter and `given` read it; only the resulting inputs of the agent are stored. One agent accepts at most 300 messages per minute.',
    success: {
      description:
        'ACCEPTED: a run starts. FILTERED: the message does not match the filter. ALREADY_RECEIVED: a message with this ID was received before. CHAIN_ENDED: no run starts, because three runs have caused each other (`X-Service-Agent-Run`).',
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
  parameters: [token, messageId, runId],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { type: 'object' }, example: { dueWithinDays: 14 } } },
  },
}
