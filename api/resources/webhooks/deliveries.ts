import { Delivery, DeliveryAttempt, Redelivery } from '#webhooks/deliveries/delivery-schemas.ts'
import {
  DeliveryQuery,
  getDelivery,
  listDeliveries,
  listDeliveryAttempts,
} from '#webhooks/endpoints/queries.ts'
import { redeliverDelivery } from '#webhooks/deliveries/redeliver-delivery.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, listOf, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Deliveries', about: 'Deliveries of events to endpoints, with every attempt.' }
const params = idParam('delivery')

export const deliveryOperations = [
  operation({
    id: 'listDeliveries',
    method: 'get',
    path: '/v1/deliveries',
    tag,
    summary: 'List deliveries',
    description: 'Newest first, in every status unless you filter.',
    permission: 'deliveries:read',
    query: DeliveryQuery,
    status: 200,
    response: pageOf(Delivery),
    run: (ctx, { query }) => listDeliveries(ctx, query),
  }),
  operation({
    id: 'getDelivery',
    method: 'get',
    path: '/v1/deliveries/{id}',
    tag,
    summary: 'Retrieve a delivery',
    description:
      'Returns whether the event reached the endpoint, and when the delivery will be retried.',
    permission: 'deliveries:read',
    params,
    status: 200,
    response: Delivery,
    errors: ['not_found'],
    run: (ctx, { params }) => getDelivery(ctx, params),
  }),
  operation({
    id: 'listDeliveryAttempts',
    method: 'get',
    path: '/v1/deliveries/{id}/attempts',
    tag,
    summary: 'List the attempts of a delivery',
    description:
      'Returns each attempt with its status, duration and the beginning of the response.',
    permission: 'deliveries:read',
    params,
    status: 200,
    response: listOf(DeliveryAttempt),
    errors: ['not_found'],
    run: (ctx, { params }) => listDeliveryAttempts(ctx, params),
  }),
  operation({
    id: 'redeliverDelivery',
    method: 'post',
    path: '/v1/deliveries/{id}/redeliver',
    tag,
    summary: 'Redeliver an event',
    description:
      'Creates a new delivery with the same event ID and 24 hours of retries. If a delivery is pending, it continues too, so the event arrives twice; `pendingRetryAt` shows when. While a redelivery of the same event to the endpoint is pending, another request returns 409.',
    permission: 'deliveries:write',
    params,
    status: 202,
    response: Redelivery,
    example: {
      status: 'PENDING',
      attemptCount: 0,
      lastStatusCode: null,
      finishedAt: null,
      nextAttemptAt: EXAMPLE_INSTANT,
    },
    errors: ['not_found', 'endpoint_inactive', 'invalid_transition'],
    run: (ctx, { params }) => redeliverDelivery(ctx, params),
  }),
]
