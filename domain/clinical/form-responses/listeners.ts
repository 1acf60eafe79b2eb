import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** Reactions of other contexts to changes of a provider's form, in the same transaction. */
export interface ProviderFormListener {
  /** The form was submitted, and signed if a signature is required. */
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
