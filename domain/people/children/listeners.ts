import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** Reactions of other contexts, in the same transaction, to changes of a child's record. */
export interface ChildListener {
  /** Its birth date was corrected. */
  birthDateChanged?: (tx: Transaction, childId: string) => Promise<void>
  /** It was archived, restored, merged or separated. */
  standingChanged?: (tx: Transaction, childId: string) => Promise<void>
  /** Refuses a merge whose result no single child may have. */
  assertMergeable?: (tx: Transaction, children: { from: string; to: string }) => Promise<void>
  /** Records, by table, now belong to another child. */
  recordsMoved?: (tx: Transaction, moved: Readonly<Record<string, string[]>>) => Promise<void>
}

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    /** In call order. */
    childListeners: readonly ChildListener[]
  }
}

export const childListeners = (tx: Transaction): readonly ChildListener[] =>
  tx.platform.registry.childListeners

export const standingChanged = async (tx: Transaction, childId: string): Promise<void> => {
  for (const listener of childListeners(tx)) await listener.standingChanged?.(tx, childId)
}
