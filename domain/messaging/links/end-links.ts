import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** Ends a person's unused links, because their mailbox is no longer theirs or the address was wrong. */
export const endLinks = (tx: Transaction, recipientId: string): Promise<unknown> =>
  tx.asCentre(() => tx.sql(END_LINKS, [tx.tenantId, recipientId, tx.now]))

/** Ends a person's links if a change of their record gives them another address. */
export const endLinksOfAddress = async (
  tx: Transaction,
  { id }: { id: string },
  { before, after }: { before: string | null; after: string | null },
): Promise<void> => {
  if (before !== null && before !== after) await endLinks(tx, id)
}

const END_LINKS = `
  UPDATE one_time_links SET expires_at = $3 WHERE tenant_id = $1 AND recipient_id = $2 AND used_at IS NULL AND expires_at > $3`
