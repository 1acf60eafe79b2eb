import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** Reactions of other contexts, in the same transaction, to changes of a service. */
export interface ServiceListener {
  /** Its automation rules for appointments changed. */
  automationChanged: (tx: Transaction, serviceId: string) => Promise<void>
}

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    serviceListeners: readonly ServiceListener[]
  }
}
