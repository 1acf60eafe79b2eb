import type { Context } from '#platform/core/context/context.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { KEPT_FAMILY_NAMES } from '../families/kept-families.ts'
import type { Span } from '../families/family.ts'
import { CHANGED_DAYS } from './changed-days.ts'
import { computeDays, lockDays } from './compute-days.ts'

/**
 * Recomputes the days affected by the oldest changes and removes these changes from the list in one
 * transaction, so that an interruption loses none. Returns the number of changes.
 */
export const takeInChanges = (ctx: Context, { most }: { most: number }): Promise<number> =>
  transact(ctx, 'analytics:write', async (tx) => {
    tx.nothingChanged({ type: 'tenant', id: tx.tenantId })
    await lockDays(tx)
    const changes = await tx.sql<Change>(TAKE, [tx.tenantId, most])
    if (changes.length === 0) return 0
    const json = JSON.stringify(changes)
    for (const family of KEPT_FAMILY_NAMES)
      await computeDays(tx, family, await daysOf(tx, family, json))
    return changes.length
  })

interface Change {
  source: string
  record_id: string
  location_id: string | null
  counted_at: Date | null
  child_id: string | null
}

const daysOf = (tx: Transaction, family: keyof typeof CHANGED_DAYS, changes: string) =>
  tx.sql<Span>(CHANGED_DAYS[family], [tx.tenantId, changes, family])

const TAKE = `
  DELETE FROM analytics_changes WHERE tenant_id = $1 AND id = ANY (ARRAY(
    SELECT id FROM analytics_changes WHERE tenant_id = $1 ORDER BY id LIMIT $2))
  RETURNING source, record_id, location_id, counted_at, child_id`
