import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { assertUnlimited } from '#platform/identity/assert-unlimited.ts'

/** Refuses a limited key that decides which events are sent or where, or learns a secret: both last longer than it. */
export const assertMayDirect = (tx: Transaction): Promise<void> =>
  assertUnlimited(tx, 'A webhook endpoint')
