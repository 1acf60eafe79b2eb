import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** Reactions of other contexts to changes of a child's record, in the same transaction. */
export interface ChildListener {
  /** The child's birth date was corrected. */
  birthDateChanged?: (tx: Transaction, childId: string) => Promise<void>
  /** The child was archived, restored, merged or separated. */
  standingChanged?: (tx: Transaction, childId: string) => Promise<void>
  /** Refuses a merge if no single child could have the result. */
  assertMergeable?: (tx: Transaction, children: { from: string; to: string }) => Promise<void>
  /** The given records, by table, now belong to another child. */
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
