import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { instantRange, pageQuery, paginate, within } from '#platform/core/paging.ts'
import { can } from '#platform/core/permissions.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { EVENT_TYPES } from '../events/event-types.ts'
import { DELIVERY_STATUS, toDelivery, toDeliveryAttempt } from '../deliveries/delivery-schemas.ts'
import { ENDPOINT_STATUS } from './schemas.ts'
import { showEndpoint, showEndpoints } from './show-endpoints.ts'

export const WebhookEndpointQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  status: z
    .enum(ENDPOINT_STATUS)
    .optional()
    .meta({ description: 'Only endpoints in this status.' }),
})
export type WebhookEndpointQuery = z.infer<typeof WebhookEndpointQuery>

export const getWebhookEndpoint = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'webhook-endpoints:read', async (reader) =>
    showEndpoint(reader, await loadWebhookEndpoint(reader, id)),
  )

export const listWebhookEndpoints = (ctx: Context, query: WebhookEndpointQuery) =>
  read(ctx, 'webhook-endpoints:read', async (reader) => {
    const { status } = query
    const filter = { tenantId: reader.tenantId, archivedAt: null, ...(status && { status }) }
    const page = await paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.webhookEndpoint.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      (row) => row,
    )
    return { ...page, data: await showEndpoints(reader, page.data) }
  })

/** A deleted endpoint is not found; its deliveries still are. */
export const loadWebhookEndpoint = async (reader: Reader, id: string) => {
  const row = await reader.db.webhookEndpoint.findFirst({ where: inTenant(reader, id) })
  if (!row || row.archivedAt) throw notFound('webhook endpoint')
  return row
}

export const DeliveryQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  endpointId: idOf('webhookEndpoint').optional(),
  eventId: idOf('event').optional(),
  eventType: z
    .enum(EVENT_TYPES)
    .optional()
    .meta({ description: 'Only deliveries of events of this type.' }),
  status: z
    .enum(DELIVERY_STATUS)
    .optional()
    .meta({ description: 'Only deliveries in this status.' }),
  recoveryId: idOf('webhookRecovery').optional(),
  ...instantRange('createdAt'),
})
export type DeliveryQuery = z.infer<typeof DeliveryQuery>

export const getDelivery = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'deliveries:read', async (reader) => toDelivery(await loadDelivery(reader, id)))

export const listDeliveries = (ctx: Context, query: DeliveryQuery) =>
  read(ctx, 'deliveries:read', (reader) => {
    const { endpointId, eventId, eventType, status, recoveryId } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(endpointId && { endpointId }),
      ...(eventId && { eventId }),
      ...(eventType && { eventType }),
      ...(status && { status }),
      ...(recoveryId && { recoveryId }),
      createdAt: within(query, 'createdAt'),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.webhookDelivery.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toDelivery,
    )
  })

/** Eleven at most, the first first. What the receiver answered is for those who may read the endpoint. */
export const listDeliveryAttempts = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'deliveries:read', async (reader) => {
    await loadDelivery(reader, id)
    const rows = await reader.db.webhookAttempt.findMany({
      where: { tenantId: reader.tenantId, deliveryId: id },
      orderBy: { number: 'asc' },
    })
    const showBody = can(reader.actor, 'webhook-endpoints:read')
    return { data: rows.map((row) => toDeliveryAttempt(row, { showBody })) }
  })

export const loadDelivery = async (reader: Reader, id: string) => {
  const row = await reader.db.webhookDelivery.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('delivery')
  return row
}
