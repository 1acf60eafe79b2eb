import type { Subject } from '#platform/core/records/subject.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { postTransaction } from './post-transaction.ts'
import { postingOf, type MoneyAt, type MoneyStep, type PostedOrder } from './posting-rules.ts'
import { taxCaptured, taxOfRefund } from './tax-of-refund.ts'

/** A step of an order, with the record that causes it and the amount. */
interface Step {
  step: MoneyStep
  subject: Subject
  order: PostedOrder & { id: string; amountMinor: number; taxMinor: number; capturedMinor: number }
  amountMinor: number
  /** Where the money is, if it is not at the gateway. */
  moneyAt?: MoneyAt
}

/** Posts a step of an order or of its money. */
export const postStep = async (
  tx: Transaction,
  { step, subject, order, amountMinor, moneyAt }: Step,
) => {
  const isRefund = step === 'beginRefund' || step === 'failRefund'
  const taxMinor = isRefund
    ? await taxOfRefund(tx, order, { id: subject.id, amountMinor })
    : order.taxMinor - (step === 'cancel' ? taxCaptured(order) : 0)
  await postTransaction(tx, {
    subject,
    currency: order.currency,
    posting: postingOf(step, order, amountMinor, taxMinor, moneyAt),
  })
}
