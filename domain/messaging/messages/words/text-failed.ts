import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** Reacts in the transaction that records a message for which texts of the centre could not be used. */
export type TextFailed = (tx: Transaction, ids: readonly string[]) => Promise<void>

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    textFailed: TextFailed
  }
}
