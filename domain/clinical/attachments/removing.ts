import type { Attachment } from '#prisma/generated/client.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** What the removal of a file changes besides its state, of a child or of a provider. */
export const removing = {
  fields: (_: unknown, tx: Transaction) => ({ storageKey: null, removedAt: tx.now }),
  effects: (tx: Transaction, _: unknown, { storageKey }: Attachment): void => {
    if (storageKey) tx.removeFiles([storageKey])
  },
}
