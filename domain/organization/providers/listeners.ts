import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** Reactions of other contexts to changes of a provider's record, in the same transaction. */
export interface ProviderListener {
  /** The provider was archived or restored. */
  standingChanged: (tx: Transaction, providerId: string) => Promise<void>
}

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    providerListeners: readonly ProviderListener[]
  }
}

export const standingChanged = async (tx: Transaction, { id }: { id: string }): Promise<void> => {
  for (const listener of tx.platform.registry.providerListeners)
    await listener.standingChanged(tx, id)
}
