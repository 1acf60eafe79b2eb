import type { Subject, Transaction } from '#platform/core/transaction.ts'
import { postTransaction } from './post-transaction.ts'
import { postingOf, type MoneyStep, type PostedOrder } from './posting-rules.ts'

/** What happened of which order, by which record, and how much it was. */
interface Step {
  step: MoneyStep
  subject: Subject
  order: PostedOrder
  amountMinor: number
}

/** Posts a step of an order, or of money of it. */
export const postStep = (tx: Transaction, { step, subject, order, amountMinor }: Step) =>
  postTransaction(tx, {
    subject,
    currency: order.currency,
    posting: postingOf(step, order, amountMinor),
  })
