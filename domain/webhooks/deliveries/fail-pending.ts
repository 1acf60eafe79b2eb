import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { FinalReason } from './settle-attempt.ts'

/** Marks the pending deliveries of an endpoint as failed, with a reason. */
export const failPending = (
  tx: Transaction,
  endpointId: string,
  reason: FinalReason,
): Promise<unknown> =>
  tx.sql(
    `UPDATE webhook_deliveries
     SET status = 'FAILED', next_attempt_at = NULL, last_reason = $3, finished_at = $4, updated_at = $4
     WHERE tenant_id = $1 AND endpoint_id = $2 AND status = 'PENDING'`,
    [tx.tenantId, endpointId, reason, tx.now],
  )
