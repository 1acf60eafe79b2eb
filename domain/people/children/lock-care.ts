import { lockKey } from '#platform/core/transactions/lock-key.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/**
 * Locks a child before a discharge or a readmission. Waits for transactions that begin something for the child, such
 * as bookings (`assertChildInCare`). Later ones are refused.
 */
export const lockCare = async (tx: Transaction, childId: string): Promise<void> => {
  await lockKey(tx, childId)
  await lockRecord(tx, 'children', childId)
}
