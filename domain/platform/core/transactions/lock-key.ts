import type { Transaction } from './transaction.ts'

/** Waits for transactions that hold the key, and holds it to the end of this one. */
export const lockKey = (tx: Pick<Transaction, 'sql'>, key: string): Promise<object[]> =>
  tx.sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key])
