import type { Transaction } from './transaction.ts'

/** Waits for the lock of a key, and holds it until this transaction ends. */
export const lockKey = (tx: Pick<Transaction, 'sql'>, key: string): Promise<object[]> =>
  tx.sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key])
