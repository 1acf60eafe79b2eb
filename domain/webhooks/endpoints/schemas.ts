import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import type { WebhookEndpoint as EndpointModel } from '#prisma/generated/client.ts'
import { email } from '#platform/core/contact/contact.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utcOrNull } from '#platform/core/time/time.ts'
import { SIGNATURE_SCHEMES, type SignatureScheme } from '#providers/webhooks/index.ts'
import { EVENT_TYPES } from '../events/event-types.ts'
import { EventFilter, EventFilterPatch } from './event-filter.ts'
import {
  HeaderHints,
  headerHints,
  HeaderPatch,
  HeaderValues,
  SealedHeaders,
} from './sealed-header.ts'
import { EndpointHealth, healthOf, type AttemptFacts } from './endpoint-health.ts'
import { rotatedOutAt, SealedSecrets } from './sealed-secret.ts'

const EVENT_FILTERS = ['*', ...EVENT_TYPES] as const

const members = {
  url: z.string().min(1).max(2048).meta({
    description: 'URL to which events are sent. It must use https and have a public address.',
    example: 'https://example.com/webhooks',
  }),
  eventTypes: z
    .array(growing(z.enum(EVENT_FILTERS)))
    .min(1)
    .max(EVENT_FILTERS.length)
    .refine((types) => new Set(types).size === types.length, { error: 'must not repeat a type' })
    .meta({
      description: 'Types of events to send; `*` for all types, including future ones.',
      example: ['*'],
    }),
  description: prose(500).nullable().meta({
    description: 'Purpose of the endpoint; null if none is given.',
    example: 'Practice calendar',
  }),
  contactEmail: email().nullable().meta({
    description:
      'E-mail address that is notified when the platform disables the endpoint; null if there is none.',
    example: 'integrations@example.com',
  }),
  maxEventsPerSecond: z.int().min(1).max(1_000).nullable().meta({
    description: 'Maximum delivery rate per second; further deliveries wait. Null for no limit.',
    example: null,
  }),
}

const signatureSchemes = z
  .array(growing(z.enum(SIGNATURE_SCHEMES)))
  .min(1)
  .max(SIGNATURE_SCHEMES.length)
  .refine((schemes) => new Set(schemes).size === schemes.length, {
    error: 'must not contain duplicates',
  })
  .meta({
    description:
      'Signature schemes in `X-Service-Signature`: `v1` is an HMAC with the secret; `v2` is an Ed25519 signature that is verified with the platform’s published key.',
    example: ['v1'],
  })

export const ENDPOINT_STATUS = ['ACTIVE', 'PAUSED', 'DISABLED'] as const
export type EndpointStatus = (typeof ENDPOINT_STATUS)[number]

const shown = {
  id: idOf('webhookEndpoint'),
  ...members,
  signatureSchemes,
  filter: EventFilter.meta({
    description:
      'Restricts which events of its types the endpoint receives; null for no restriction.',
  }),
  headers: HeaderHints.meta({
    description: 'Headers that are sent with each event. Only the end of each value is shown.',
  }),
  status: z.enum(ENDPOINT_STATUS).meta({
    description:
      'PAUSED: deliveries wait until the endpoint is resumed. DISABLED: the platform disabled the endpoint; statusReason gives the reason.',
  }),
  statusReason: z.string().nullable().meta({
    description:
      'Reason for the status. `gone`: the receiver answered 410. `failing`: all attempts failed for five days. `centre_suspended`: paused while the organization is suspended.',
    example: null,
  }),
  failingStartedAt: z.iso.datetime().nullable().meta({
    description:
      'When attempts began to fail without a success since, in UTC; null if the last attempt succeeded.',
    example: null,
  }),
  previousSecretExpiresAt: z.iso.datetime().nullable().meta({
    description:
      'Time until which deliveries are also signed with the previous secret, in UTC; null if they are not.',
    example: null,
  }),
  health: EndpointHealth.meta({ description: 'Results of recent deliveries.' }),
}

export const WebhookEndpoint = resourceSchema('WebhookEndpoint', { ...shown, ...recordMembers })
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

export const NewWebhookEndpoint = resourceSchema('NewWebhookEndpoint', {
  ...shown,
  secret: z.string().meta({
    description: 'Secret that signs the deliveries. It is returned only once, so store it.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw4dP6pXv1c2E=',
  }),
  ...recordMembers,
})
export type NewWebhookEndpoint = z.infer<typeof NewWebhookEndpoint>

export const CreateWebhookEndpoint = z
  .strictObject({
    url: members.url,
    eventTypes: members.eventTypes,
    description: members.description.exactOptional(),
    contactEmail: members.contactEmail.exactOptional(),
    filter: EventFilter.exactOptional().meta({
      description:
        'Restricts which events of its types the endpoint receives. Defaults to no restriction.',
    }),
    headers: HeaderValues.exactOptional().meta({
      description: 'Headers to send with each event, such as your own token.',
    }),
    maxEventsPerSecond: members.maxEventsPerSecond.exactOptional(),
    signatureSchemes: signatureSchemes.exactOptional(),
  })
  .meta({
    id: 'CreateWebhookEndpoint',
    example: { url: 'https://example.com/webhooks', eventTypes: ['booking.created'] },
  })
export type CreateWebhookEndpoint = z.infer<typeof CreateWebhookEndpoint>

export const PatchWebhookEndpoint = z
  .strictObject({
    url: members.url.exactOptional(),
    eventTypes: members.eventTypes.exactOptional(),
    description: members.description.exactOptional(),
    contactEmail: members.contactEmail.exactOptional(),
    filter: EventFilterPatch.nullable().exactOptional().meta({
      description:
        'Restricts which events of its types the endpoint receives; null for no restriction.',
    }),
    headers: HeaderPatch.nullable().exactOptional().meta({
      description:
        'Headers to send with each event. Set a header to null to remove it; set this member to null to remove all headers.',
    }),
    maxEventsPerSecond: members.maxEventsPerSecond.exactOptional(),
    signatureSchemes: signatureSchemes.exactOptional(),
  })
  .meta({
    id: 'PatchWebhookEndpoint',
    example: { eventTypes: ['booking.created', 'booking.cancelled'] },
  })
export type PatchWebhookEndpoint = z.infer<typeof PatchWebhookEndpoint>

export const toWebhookEndpoint = (
  row: EndpointModel,
  { now, facts }: { now: Date; facts: AttemptFacts | undefined },
): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  eventTypes: row.eventTypes as WebhookEndpoint['eventTypes'],
  description: row.description,
  contactEmail: row.contactEmail,
  maxEventsPerSecond: row.maxEventsPerSecond,
  signatureSchemes: row.signatureSchemes as SignatureScheme[],
  filter: fromJson(EventFilter, row.filter),
  headers: headerHints(fromJson(SealedHeaders, row.headers)),
  status: row.status as EndpointStatus,
  statusReason: row.statusReason,
  failingStartedAt: utcOrNull(row.failingStartedAt),
  previousSecretExpiresAt: utcOrNull(rotatedOutAt(fromJson(SealedSecrets, row.secrets), now)),
  health: healthOf(row, facts),
  ...recordOf(row),
})
