import type { Context } from '#platform/core/context/context.ts'
import { utc } from '#platform/core/time/time.ts'
import { read, transact } from '#platform/core/transactions/transaction.ts'
import { RELEASED, reportReleased, type ReleasedHold } from './report-released.ts'

/** The number of holds released per transaction. Each has its own event and audit entry. */
const BATCH = 500

/** Releases a tenant's expired holds and returns when the next one expires; null if there are no holds. Idempotent. */
export const releaseExpiredHolds = async (ctx: Context): Promise<{ nextAt: string | null }> => {
  for (;;) {
    const [next] = await read(ctx, 'holds:read', (reader) =>
      reader.sql<{ nextAt: Date | null }>(NEXT, [reader.tenantId]),
    )
    const nextAt = next?.nextAt ?? null
    if (nextAt === null || nextAt > ctx.platform.clock.now())
      return { nextAt: nextAt && utc(nextAt) }
    const count = await transact(ctx, 'holds:write', async (tx) => {
      const released = await tx.sql<ReleasedHold>(RELEASE, [tx.tenantId, tx.now, BATCH])
      tx.did({ type: 'tenant', id: tx.tenantId }, { holdsReleased: released.length })
      await reportReleased(tx, released, 'EXPIRED')
      return released.length
    })
    // Another transaction is releasing it, because a booking needs its slot.
    if (count === 0) return { nextAt: utc(nextAt) }
  }
}

const NEXT = `SELECT min(held_until) AS "nextAt" FROM appointments WHERE tenant_id = $1 AND status = 'HELD'`

const RELEASE = `
  UPDATE appointments SET status = 'EXPIRED', status_changed_at = $2, updated_at = $2, version = version + 1
  WHERE tenant_id = $1 AND id IN (
    SELECT id FROM appointments WHERE tenant_id = $1 AND status = 'HELD' AND held_until <= $2
    ORDER BY held_until LIMIT $3 FOR UPDATE SKIP LOCKED)
  RETURNING ${RELEASED}`
