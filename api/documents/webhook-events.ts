import { EVENTS, EVENT_TYPES, type EventType } from '#webhooks/events/event-types.ts'
import { exampleId } from '#platform/core/records/ids.ts'
import type { EventDefinition } from '#platform/events/define-event.ts'
import { pascalCase } from './pascal-case.ts'
import { reference, type JsonSchema, type SchemaComponents } from './schema-components.ts'

const WEBHOOK_TAG = 'Webhook events'

/** The `webhooks` section, with one entry for each event of the catalog. */
export const webhookEvents = () =>
  Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: webhookEvent(type) }]))

/** The component of each event: `BookingCreatedEvent`. */
export const eventComponents = (schemas: SchemaComponents): Record<string, JsonSchema> =>
  Object.fromEntries(
    EVENT_TYPES.map((type) => {
      const { description, payload }: EventDefinition = EVENTS[type]
      return [`${pascalCase(type)}Event`, envelope(type, description, schemas.output(payload))]
    }),
  )

const webhookEvent = (type: EventType) => {
  const { description, example }: EventDefinition = EVENTS[type]
  return {
    operationId: `on${pascalCase(type)}`,
    tags: [WEBHOOK_TAG],
    summary: description,
    security: [],
    parameters: Object.keys(SIGNATURE_HEADERS).map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: reference(`${pascalCase(type)}Event`),
          example: {
            id: exampleId('event'),
            type,
            createdAt: '2026-11-21T09:30:00.000Z',
            data: example,
          },
        },
      },
    },
    responses: {
      '2XX': {
        description:
          'The event was received. Respond within 15 seconds and do the work afterwards.',
      },
      '410': { description: 'The endpoint no longer accepts events. It is disabled.' },
      default: {
        description:
          'Any other response. The delivery is retried for up to 24 hours, with increasing delays.',
      },
    },
  }
}

/** The envelope that the specification defines. */
const envelope = (type: EventType, description: string, data: JsonSchema): JsonSchema => ({
  type: 'object',
  description,
  properties: {
    id: {
      type: 'string',
      description:
        'ID of the event, the same for every attempt. Ignore IDs that you have already processed.',
    },
    type: { type: 'string', const: type, description: 'Type of the event.' },
    createdAt: {
      type: 'string',
      format: 'date-time',
      description: 'When the event happened, in UTC.',
    },
    data: {
      ...data,
      description: 'IDs of the records that the event is about, and facts about them.',
    },
    test: {
      type: 'boolean',
      description:
        'True for events that `POST /v1/webhook-endpoints/{id}/test` sends; otherwise omitted.',
    },
  },
  required: ['id', 'type', 'createdAt', 'data'],
})

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

/** The parameters of all events, keyed by component name. */
export const SIGNATURE_HEADERS: Record<string, object> = {
  XServiceSignature: header(
    'X-Service-Signature',
    '`v1`: hex HMAC-SHA-256 of `<t>.<raw body>` with the whole secret as key; there are several during a rotation. `v2`: Ed25519 signature, verifiable with the keys at /.well-known/webhook-keys.json.',
    't=1796115660,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd,v2=kid_1:bXkgc2lnbmF0dXJl',
  ),
  WebhookId: header('webhook-id', 'ID of the event.', exampleId('event')),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'Time of this attempt, in Unix seconds.',
    '1796115660',
  ),
  WebhookSignature: header(
    'webhook-signature',
    'Signature according to Standard Webhooks: `v1,` followed by the base64 HMAC-SHA-256 of `<id>.<timestamp>.<raw body>`, with the base64-decoded secret as key.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
}
