import type { Subject } from '#platform/core/records/subject.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { postTransaction } from '#receivables/ledger/post-transaction.ts'
import { creditPosting, type CreditStep } from '#receivables/ledger/posting-rules.ts'
import type { CreditParty } from './open-credit.ts'

interface Posted {
  subject: Subject
  balance: CreditParty & { currency: string }
  amountMinor: number
}

/** Posts money that enters or leaves as credit, in the transaction of its verb. */
export const postCredit = (
  tx: Transaction,
  step: CreditStep,
  { subject, balance, amountMinor }: Posted,
): Promise<void> =>
  postTransaction(tx, {
    subject,
    currency: balance.currency,
    posting: creditPosting(step, balance, amountMinor),
  })
