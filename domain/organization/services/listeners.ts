import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** Reactions of other contexts to changes of a service, in the same transaction. */
export interface ServiceListener {
  /** The service's automation rules for appointments changed. */
  automationChanged: (tx: Transaction, serviceId: string) => Promise<void>
}

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    serviceListeners: readonly ServiceListener[]
  }
}
