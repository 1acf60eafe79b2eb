import type { Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadWebhookEndpoint } from './queries.ts'
import type { WebhookEndpoint } from './schemas.ts'
import { showEndpoint } from './show-endpoints.ts'

/** How an endpoint is loaded, written and shown by the verbs that change it. */
export const webhookEndpointRecord: RecordKind<
  Awaited<ReturnType<typeof loadWebhookEndpoint>>,
  Prisma.WebhookEndpointUncheckedUpdateInput,
  WebhookEndpoint
> = {
  type: 'webhookEndpoint',
  table: 'webhook_endpoints',
  permission: 'webhook-endpoints:write',
  load: loadWebhookEndpoint,
  update: (tx, id, data) => tx.db.webhookEndpoint.update({ where: keyOf(tx, id), data }),
  show: (row, tx) => showEndpoint(tx, row),
}
