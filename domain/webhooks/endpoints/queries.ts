import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, instantRange, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { EVENT_TYPES } from '../events/event-types.ts'
import { DELIVERY_STATUS, toDelivery, toDeliveryAttempt } from '../deliveries/delivery-schemas.ts'
import { ENDPOINT_STATUS } from './schemas.ts'
import { showEndpoints } from './show-endpoints.ts'

export const WebhookEndpointQuery = listQuery('webhookEndpoint', ['-createdAt', 'createdAt'], {
  status: anyOf(ENDPOINT_STATUS, 'Returns only endpoints with this status.'),
})
export type WebhookEndpointQuery = z.infer<typeof WebhookEndpointQuery>

/** A deleted endpoint is not found, but its deliveries are. */
const endpoints = recordQueries({
  permission: 'webhook-endpoints:read',
  name: 'webhook endpoint',
  find: ({ db }, { where, ...selection }: Selection<Prisma.WebhookEndpointWhereInput>) =>
    db.webhookEndpoint.findMany({ where: { archivedAt: null, ...where }, ...selection }),
  show: (rows, reader) => showEndpoints(reader, rows),
})

export const loadWebhookEndpoint = endpoints.load
export const getWebhookEndpoint = endpoints.get
export const listWebhookEndpoints = endpoints.list((query: WebhookEndpointQuery) =>
  given(query, 'status'),
)

export const DeliveryQuery = listQuery('delivery', ['-createdAt', 'createdAt'], {
  endpointId: idOf('webhookEndpoint').optional(),
  eventId: idOf('event').optional(),
  eventType: anyOf(EVENT_TYPES, 'Returns only deliveries of events of this type.'),
  status: anyOf(DELIVERY_STATUS, 'Returns only deliveries with this status.'),
  recoveryId: idOf('webhookRecovery').optional(),
  ...instantRange('createdAt'),
})
export type DeliveryQuery = z.infer<typeof DeliveryQuery>

const deliveries = recordQueries({
  permission: 'deliveries:read',
  name: 'delivery',
  find: ({ db }, selection: Selection<Prisma.WebhookDeliveryWhereInput>) =>
    db.webhookDelivery.findMany(selection),
  show: each(toDelivery),
})

export const loadDelivery = deliveries.load
export const getDelivery = deliveries.get
export const listDeliveries = deliveries.list((query: DeliveryQuery) => ({
  ...given(query, 'endpointId', 'eventId', 'eventType', 'status', 'recoveryId'),
}))

/**
 * At most eleven attempts, oldest first. The responses of receivers are shown only to callers who may read both
 * the endpoint and events, because many receivers echo the request.
 */
export const listDeliveryAttempts = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'deliveries:read', async (reader) => {
    await loadDelivery(reader, id)
    const rows = await reader.db.webhookAttempt.findMany({
      where: { tenantId: reader.tenantId, deliveryId: id },
      orderBy: { number: 'asc' },
    })
    return { data: rows.map((row) => toDeliveryAttempt(row, reader)) }
  })
