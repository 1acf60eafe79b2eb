import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { type ReleasedHold, RELEASED } from './report-released.ts'

/** Releases the hold of an appointment early. Does nothing if it is no longer a hold. */
export const giveUpHold = (tx: Transaction, id: string): Promise<ReleasedHold[]> =>
  tx.sql<ReleasedHold>(GIVE_UP, [tx.tenantId, id, tx.now])

const GIVE_UP = `
  UPDATE appointments SET status = 'EXPIRED', status_changed_at = $3, updated_at = $3,
    version = version + 1
  WHERE tenant_id = $1 AND id = $2 AND status = 'HELD' RETURNING ${RELEASED}`
