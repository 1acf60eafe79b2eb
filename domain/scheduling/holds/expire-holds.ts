import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { type ReleasedHold, RELEASED } from './report-released.ts'

/** Releases expired holds, and skips those that another transaction is releasing. */
export const expireHolds = (tx: Transaction, ids: readonly string[]): Promise<ReleasedHold[]> =>
  tx.sql<ReleasedHold>(EXPIRE, [tx.tenantId, ids, tx.now])

const EXPIRE = `
  UPDATE appointments SET status = 'EXPIRED', status_changed_at = $3, updated_at = $3, version = version + 1
  WHERE tenant_id = $1 AND id = ANY ($2) AND status = 'HELD' AND held_until <= $3
  RETURNING ${RELEASED}`
