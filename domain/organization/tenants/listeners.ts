import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** Reactions of other contexts to the opening, suspension or resumption of a centre, in the same transaction. */
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
