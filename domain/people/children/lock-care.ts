import { lockKey } from '#platform/core/transactions/lock-key.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/**
 * Locks a child whose care ends or begins again: waits for bookings and for whatever else is being begun for the
 * child (`assertChildInCare`), so that each of them is on record or will be refused.
 */
export const lockCare = async (tx: Transaction, childId: string): Promise<void> => {
  await lockKey(tx, childId)
  await lockRecord(tx, 'children', childId)
}
