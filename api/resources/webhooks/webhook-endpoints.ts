import { allowUrl } from '#webhooks/endpoints/allowed-url.ts'
import { createWebhookEndpoint } from '#webhooks/endpoints/create-webhook-endpoint.ts'
import { Delivery } from '#webhooks/deliveries/delivery-schemas.ts'
import { deleteWebhookEndpoint } from '#webhooks/endpoints/delete-webhook-endpoint.ts'
import { patchWebhookEndpoint } from '#webhooks/endpoints/patch-webhook-endpoint.ts'
import { pauseWebhookEndpoint } from '#webhooks/endpoints/pause-webhook-endpoint.ts'
import { resumeWebhookEndpoint } from '#webhooks/endpoints/resume-webhook-endpoint.ts'
import {
  getWebhookEndpoint,
  listWebhookEndpoints,
  WebhookEndpointQuery,
} from '#webhooks/endpoints/queries.ts'
import { RotateSecret, rotateSecret } from '#webhooks/endpoints/rotate-secret.ts'
import {
  CreateWebhookEndpoint,
  NewWebhookEndpoint,
  PatchWebhookEndpoint,
  WebhookEndpoint,
} from '#webhooks/endpoints/schemas.ts'
import { SendTestEvent, sendTestEvent } from '#webhooks/endpoints/send-test-event.ts'
import {
  EndpointStatistics,
  getEndpointStatistics,
  StatisticsQuery,
} from '#webhooks/deliveries/statistics.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Webhook endpoints',
  about: 'URLs that receive events, with their secrets, filters and health.',
}
const params = idParam('webhookEndpoint')

export const webhookEndpointOperations = [
  operation({
    id: 'createWebhookEndpoint',
    method: 'post',
    path: '/v1/webhook-endpoints',
    tag,
    summary: 'Create a webhook endpoint',
    description: 'Returns the secret that signs deliveries. It is returned only once.',
    permission: 'webhook-endpoints:write',
    body: CreateWebhookEndpoint,
    status: 201,
    response: NewWebhookEndpoint,
    errors: ['address_refused'],
    prepare: ({ platform }, { body }) => allowUrl(platform, body.url),
    run: (ctx, { body }, url) => createWebhookEndpoint(ctx, body, url),
  }),
  operation({
    id: 'listWebhookEndpoints',
    method: 'get',
    path: '/v1/webhook-endpoints',
    tag,
    summary: 'List webhook endpoints',
    description: 'Newest first. Secrets are returned only when they are created.',
    permission: 'webhook-endpoints:read',
    query: WebhookEndpointQuery,
    status: 200,
    response: pageOf(WebhookEndpoint),
    run: (ctx, { query }) => listWebhookEndpoints(ctx, query),
  }),
  operation({
    id: 'getWebhookEndpoint',
    method: 'get',
    path: '/v1/webhook-endpoints/{id}',
    tag,
    summary: 'Retrieve a webhook endpoint',
    description: 'Returns the subscriptions of the endpoint, and the results of recent deliveries.',
    permission: 'webhook-endpoints:read',
    params,
    status: 200,
    response: WebhookEndpoint,
    errors: ['not_found'],
    run: (ctx, { params }) => getWebhookEndpoint(ctx, params),
  }),
  operation({
    id: 'patchWebhookEndpoint',
    method: 'patch',
    path: '/v1/webhook-endpoints/{id}',
    tag,
    summary: 'Change a webhook endpoint',
    description:
      'Pending deliveries use the new URL. Changed event types apply only to new events.',
    permission: 'webhook-endpoints:write',
    params,
    body: PatchWebhookEndpoint,
    status: 200,
    response: WebhookEndpoint,
    errors: [...CHANGE_ERRORS, 'address_refused'],
    prepare: async ({ platform }, { body: { url } }) =>
      url === undefined ? undefined : allowUrl(platform, url),
    run: (ctx, { params, body: { url: _, ...patch }, version }, url) =>
      patchWebhookEndpoint(ctx, { ...params, version, patch }, url),
  }),
  operation({
    id: 'pauseWebhookEndpoint',
    method: 'post',
    path: '/v1/webhook-endpoints/{id}/pause',
    tag,
    summary: 'Pause a webhook endpoint',
    description: 'Deliveries wait and new events are kept until you resume the endpoint.',
    permission: 'webhook-endpoints:write',
    params,
    status: 200,
    response: WebhookEndpoint,
    example: { status: 'PAUSED' },
    errors: ['not_found', 'invalid_transition', 'precondition_failed'],
    run: (ctx, { params, version }) => pauseWebhookEndpoint(ctx, { ...params, version }),
  }),
  operation({
    id: 'resumeWebhookEndpoint',
    method: 'post',
    path: '/v1/webhook-endpoints/{id}/resume',
    tag,
    summary: 'Resume a webhook endpoint',
    description:
      'Delivers the waiting events, with retries for 24 hours from now. Also re-enables a disabled endpoint; to get the events that it missed, start a recovery.',
    permission: 'webhook-endpoints:write',
    params,
    status: 200,
    response: WebhookEndpoint,
    errors: ['not_found', 'invalid_transition', 'precondition_failed'],
    run: (ctx, { params, version }) => resumeWebhookEndpoint(ctx, { ...params, version }),
  }),
  operation({
    id: 'rotateWebhookEndpointSecret',
    method: 'post',
    path: '/v1/webhook-endpoints/{id}/rotate-secret',
    tag,
    summary: 'Rotate the signing secret',
    description:
      'Returns the new secret, only once. Until the overlap ends, deliveries have both signatures, the new one first; a delivery in progress may still have only the old one.',
    permission: 'webhook-endpoints:write',
    params,
    body: RotateSecret,
    bodyOptional: true,
    status: 200,
    response: NewWebhookEndpoint,
    example: { previousSecretExpiresAt: EXAMPLE_INSTANT },
    errors: ['not_found', 'too_many_secrets', 'precondition_failed'],
    run: (ctx, { params, body, version }) => rotateSecret(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'testWebhookEndpoint',
    method: 'post',
    path: '/v1/webhook-endpoints/{id}/test',
    tag,
    summary: 'Test a webhook endpoint',
    description:
      'Delivers the example of an event type to this endpoint only, signed and retried like any other event. The body contains `"test": true`; `GET /v1/events` does not list test events.',
    permission: 'webhook-endpoints:write',
    params,
    body: SendTestEvent,
    bodyOptional: true,
    status: 202,
    response: Delivery,
    example: { status: 'PENDING', finishedAt: null, nextAttemptAt: EXAMPLE_INSTANT },
    errors: ['not_found', 'endpoint_inactive'],
    run: (ctx, { params, body }) => sendTestEvent(ctx, { ...params, ...body }),
  }),
  operation({
    id: 'getWebhookEndpointStatistics',
    method: 'get',
    path: '/v1/webhook-endpoints/{id}/statistics',
    tag,
    summary: 'Retrieve the statistics of a webhook endpoint',
    description:
      'Returns the success rate, latency and failure reasons over a period, and the pending deliveries.',
    permission: 'webhook-endpoints:read',
    params,
    query: StatisticsQuery,
    status: 200,
    response: EndpointStatistics,
    errors: ['not_found'],
    run: (ctx, { params, query }) => getEndpointStatistics(ctx, { ...params, ...query }),
  }),
  operation({
    id: 'deleteWebhookEndpoint',
    method: 'delete',
    path: '/v1/webhook-endpoints/{id}',
    tag,
    summary: 'Delete a webhook endpoint',
    description:
      'The endpoint’s deliveries stay readable. Pending deliveries fail with `endpoint_deleted`.',
    permission: 'webhook-endpoints:write',
    params,
    status: 200,
    response: WebhookEndpoint,
    errors: CHANGE_ERRORS,
    run: (ctx, { params, version }) => deleteWebhookEndpoint(ctx, { ...params, version }),
  }),
]
