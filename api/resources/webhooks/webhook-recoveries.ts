import { cancelRecovery } from '#webhooks/recoveries/cancel-recovery.ts'
import { getRecovery, listRecoveries } from '#webhooks/recoveries/queries.ts'
import { RecoveryQuery, WebhookRecovery } from '#webhooks/recoveries/schemas.ts'
import { StartRecovery, startRecovery } from '#webhooks/recoveries/start-recovery.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Webhook recoveries',
  about: 'Events that are sent again after an outage of an endpoint.',
}
const params = idParam('webhookRecovery')

export const webhookRecoveryOperations = [
  operation({
    id: 'recoverWebhookEndpoint',
    method: 'post',
    path: '/v1/webhook-endpoints/{id}/recover',
    tag,
    summary: 'Recover missed webhook events',
    description:
      'Delivers events of a time range to which the endpoint subscribes and which it has not received, unless they are already being delivered. Each is retried for up to 24 hours. The range can begin before the endpoint was created, so you can fill a new receiver. The recovery shows the progress. If you repeat the request, nothing is delivered twice.',
    permission: 'webhook-endpoints:write',
    params: idParam('webhookEndpoint'),
    body: StartRecovery,
    status: 202,
    response: WebhookRecovery,
    errors: ['not_found', 'endpoint_inactive'],
    run: (ctx, { params, body }) => startRecovery(ctx, { ...params, ...body }),
  }),
  operation({
    id: 'listWebhookRecoveries',
    method: 'get',
    path: '/v1/webhook-recoveries',
    tag,
    summary: 'List recoveries',
    description: 'Newest first.',
    permission: 'webhook-endpoints:read',
    query: RecoveryQuery,
    status: 200,
    response: pageOf(WebhookRecovery),
    run: (ctx, { query }) => listRecoveries(ctx, query),
  }),
  operation({
    id: 'getWebhookRecovery',
    method: 'get',
    path: '/v1/webhook-recoveries/{id}',
    tag,
    summary: 'Retrieve a recovery',
    description: 'Returns how many events were queued again, and whether it is finished.',
    permission: 'webhook-endpoints:read',
    params,
    status: 200,
    response: WebhookRecovery,
    errors: ['not_found'],
    run: (ctx, { params }) => getRecovery(ctx, params),
  }),
  operation({
    id: 'cancelWebhookRecovery',
    method: 'post',
    path: '/v1/webhook-recoveries/{id}/cancel',
    tag,
    summary: 'Cancel a recovery',
    description: 'Stops creating deliveries. Existing deliveries continue.',
    permission: 'webhook-endpoints:write',
    params,
    status: 200,
    response: WebhookRecovery,
    example: { status: 'CANCELLED', finishedAt: EXAMPLE_INSTANT },
    errors: ['not_found', 'invalid_transition', 'precondition_failed'],
    run: (ctx, { params, version }) => cancelRecovery(ctx, { ...params, version }),
  }),
]
