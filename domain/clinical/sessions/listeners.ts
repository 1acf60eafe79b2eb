import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** What another context does, in the same transaction, when a session of an appointment changes. */
export interface SessionListener {
  /** The author has signed its note. */
  noteSigned: (tx: Transaction, appointmentId: string) => Promise<void>
}

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    sessionListeners: readonly SessionListener[]
  }
}
