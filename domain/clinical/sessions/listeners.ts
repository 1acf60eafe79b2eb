import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** Reactions of other contexts to changes of an appointment's session, in the same transaction. */
export interface SessionListener {
  /** The author has signed the session's note. */
  noteSigned: (tx: Transaction, appointmentId: string) => Promise<void>
}

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    sessionListeners: readonly SessionListener[]
  }
}
