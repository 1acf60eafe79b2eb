import type { Settlement } from '#prisma/generated/client.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { postTransaction } from '#receivables/ledger/post-transaction.ts'
import { settlementPosting, type SettlementStep } from '#receivables/ledger/posting-rules.ts'

/** Posts a step of a settlement to the ledger, in the transaction of its verb. */
export const postSettlement = async (
  tx: Transaction,
  step: SettlementStep,
  row: Settlement,
): Promise<void> => {
  const subject = { type: 'settlement', id: row.id } as const
  const posting = settlementPosting(step, row)
  await postTransaction(tx, { subject, currency: row.currency, posting })
}
