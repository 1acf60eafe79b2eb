import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** What another context does, in the same transaction, when a centre is opened, suspended or resumed. */
export interface TenantListener {
  opened?: (tx: Transaction) => Promise<void>
  suspended?: (tx: Transaction) => Promise<void>
  resumed?: (tx: Transaction) => Promise<void>
}

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    tenantListeners: readonly TenantListener[]
  }
}
