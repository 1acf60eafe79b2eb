import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** What another context does, in the same transaction, when a provider's form changes. */
export interface ProviderFormListener {
  /** It is answered, and signed where it asks for that. */
  submitted: (tx: Transaction, formId: string) => Promise<void>
}

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    providerFormListeners: readonly ProviderFormListener[]
  }
}

export const providerFormSubmitted = async (tx: Transaction, formId: string): Promise<void> => {
  for (const listener of tx.platform.registry.providerFormListeners)
    await listener.submitted(tx, formId)
}
