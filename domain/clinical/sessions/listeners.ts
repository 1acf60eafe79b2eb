import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** Reactions of other contexts, in the same transaction, to changes of an appointment's session. */
export interface SessionListener {
  /** The author has signed its note. */
  noteSigned: (tx: Transaction, appointmentId: string) => Promise<void>
}

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    sessionListeners: readonly SessionListener[]
  }
}
