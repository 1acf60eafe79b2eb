import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** Changes choices; null removes one. */
export const saveChoices = async (
  tx: Transaction,
  changes: readonly { chosenFor: string; kind: string; delivery: string | null }[],
): Promise<void> => {
  for (const { chosenFor, kind, delivery } of changes) {
    const key = { tenantId: tx.tenantId, chosenFor, kind }
    await (delivery === null
      ? tx.db.notificationChoice.deleteMany({ where: key })
      : tx.db.notificationChoice.upsert({
          where: { tenantId_chosenFor_kind: key },
          create: { ...key, delivery },
          update: { delivery },
        }))
  }
}
