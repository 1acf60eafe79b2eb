import type { Transaction } from '#platform/core/transaction.ts'

/** What another context does, in the same transaction, when the centre is suspended or goes on. */
export interface TenantListener {
  suspended: (tx: Transaction) => Promise<void>
  resumed: (tx: Transaction) => Promise<void>
}

declare module '#platform/core/registry.ts' {
  interface Registry {
    tenantListeners: readonly TenantListener[]
  }
}
