import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { KEPT_FAMILY_NAMES } from '../families/kept-families.ts'
import { lockDays } from './compute-days.ts'

/** Starts a full recount. A recount in progress continues. Returns whether a new one started. */
export const beginRebuild = (ctx: Context): Promise<{ isNew: boolean }> =>
  transact(ctx, 'analytics:write', async (tx) => {
    await lockDays(tx)
    const begun = await tx.sql<{ family: string }>(BEGIN, [
      tx.tenantId,
      KEPT_FAMILY_NAMES[0],
      tx.now,
    ])
    tx.did({ type: 'tenant', id: tx.tenantId }, {})
    return { isNew: begun.length > 0 }
  })

const BEGIN = `
  INSERT INTO analytics_rebuilds (tenant_id, family, started_at) VALUES ($1, $2, $3)
  ON CONFLICT (tenant_id) DO NOTHING RETURNING family`
