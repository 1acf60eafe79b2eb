import type { WebhookRecovery as RecoveryModel } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { toWebhookRecovery, RecoveryQuery } from './schemas.ts'

export const getRecovery = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'webhook-endpoints:read', async (reader) =>
    toWebhookRecovery(await loadRecovery(reader, id)),
  )

export const listRecoveries = (ctx: Context, query: RecoveryQuery) =>
  read(ctx, 'webhook-endpoints:read', (reader) => {
    const { endpointId, status } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(endpointId && { endpointId }),
      ...(status && { status }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.webhookRecovery.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toWebhookRecovery,
    )
  })

export const loadRecovery = async (reader: Reader, id: string): Promise<RecoveryModel> => {
  const row = await reader.db.webhookRecovery.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('recovery')
  return row
}
