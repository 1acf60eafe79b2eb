import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import { toWebhookRecovery, RecoveryQuery } from './schemas.ts'

const recoveries = recordQueries({
  permission: 'webhook-endpoints:read',
  name: 'recovery',
  find: ({ db }, selection: Selection<Prisma.WebhookRecoveryWhereInput>) =>
    db.webhookRecovery.findMany(selection),
  show: each(toWebhookRecovery),
})

export const loadRecovery = recoveries.load
export const getRecovery = recoveries.get
export const listRecoveries = recoveries.list((query: RecoveryQuery) =>
  given(query, 'endpointId', 'status'),
)
