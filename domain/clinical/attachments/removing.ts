import type { Attachment } from '#prisma/generated/client.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** The fields of a removed file that change besides its state, for a child or a provider. */
export const removing = {
  fields: (_: unknown, tx: Transaction) => ({ storageKey: null, removedAt: tx.now }),
  effects: (tx: Transaction, _: unknown, { storageKey }: Attachment): void => {
    if (storageKey) tx.removeFiles([storageKey])
  },
}
