import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** What another context does, in the same transaction, when a child's record changes. */
export interface ChildListener {
  /** Its birth date was corrected. */
  birthDateChanged?: (tx: Transaction, childId: string) => Promise<void>
  /** It was archived, restored, merged or separated again. */
  standingChanged?: (tx: Transaction, childId: string) => Promise<void>
  /** Refuses a merge that would give one child what only two can have. */
  assertMergeable?: (tx: Transaction, children: { from: string; to: string }) => Promise<void>
  /** Records, by their table, belong to another child now. */
  recordsMoved?: (tx: Transaction, moved: Readonly<Record<string, string[]>>) => Promise<void>
}

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    /** In the order in which they are called. */
    childListeners: readonly ChildListener[]
  }
}

export const childListeners = (tx: Transaction): readonly ChildListener[] =>
  tx.platform.registry.childListeners

export const standingChanged = async (tx: Transaction, childId: string): Promise<void> => {
  for (const listener of childListeners(tx)) await listener.standingChanged?.(tx, childId)
}
