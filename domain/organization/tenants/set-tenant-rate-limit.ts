import { z } from 'zod'
import type { Context } from '#platform/core/context/context.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { touched } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'

/** Requests per minute for all the centre's keys together; null uses the deployment's limit. */
export const TenantRateLimit = z.strictObject({
  rateLimitPerMinute: z.int().min(1).max(100_000_000).nullable(),
})
export type TenantRateLimit = z.infer<typeof TenantRateLimit>

/** Sets a centre's rate limit. Only an operator can do this, and not through the API. */
export const setTenantRateLimit = (
  ctx: Context,
  { rateLimitPerMinute }: TenantRateLimit,
): Promise<TenantRateLimit> =>
  transact(ctx, 'api-keys:write', async (tx) => {
    const where = { id: tx.tenantId }
    await tx.sql('SELECT 1 FROM tenants WHERE tenant_id = $1 FOR UPDATE', [tx.tenantId])
    const before = await tx.db.tenant.findFirst({ where })
    if (!before) throw notFound('tenant')
    await tx.db.tenant.update({ where, data: { rateLimitPerMinute, ...touched(tx) } })
    const { rateLimitPerMinute: from } = before
    tx.changed(
      { type: 'tenant', id: tx.tenantId },
      { rateLimitPerMinute: from },
      { rateLimitPerMinute },
      // The limit is not part of the API, so subscribers have nothing to load again.
      { before: {}, after: {} },
    )
    return { rateLimitPerMinute }
  })
