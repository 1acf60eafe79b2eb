import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** Ends the mark of an entry that begins anew although its record does not show it: a task reopened or reassigned. */
export const endMark = (tx: Transaction, entryId: string): void =>
  tx.atCommit(END, [tx.tenantId, entryId])

const END = `DELETE FROM worklist_marks WHERE tenant_id = $1 AND entry_id = $2`
