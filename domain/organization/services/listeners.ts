import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** What another context does, in the same transaction, when a service changes. */
export interface ServiceListener {
  /** Its rules for appointments that nobody checks in or closes are others. */
  automationChanged: (tx: Transaction, serviceId: string) => Promise<void>
}

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    serviceListeners: readonly ServiceListener[]
  }
}
