import type {
  CreditBalance as BalanceModel,
  CreditPayout as PayoutModel,
} from '#prisma/generated/client.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { GatewayResult } from '#providers/payments/gateway.ts'
import { creditFactsOf, moveCredit } from '../credits/move-credit.ts'
import { postCredit } from '../credits/post-credit.ts'
import { settledBy } from '../payments/rules.ts'
import { creditPayoutEvents } from './events.ts'

/** Applies a response to a pending payout, whose balance is locked. A failure returns the credit. */
export const applyPayoutAnswer = async (
  tx: Transaction,
  balance: BalanceModel,
  before: PayoutModel,
  answer: GatewayResult,
): Promise<PayoutModel> => {
  const { id, amountMinor } = before
  const subject = { type: 'creditPayout', id } as const
  const after = await tx.db.creditPayout.update({
    where: keyOf(tx, id),
    data: { ...settledBy(answer, tx.now), ...touched(tx) },
  })
  tx.changed(subject, before, after)
  if (answer.outcome === 'SUCCEEDED') {
    await postCredit(tx, 'payOut', { subject, balance, amountMinor })
    tx.emit(creditPayoutEvents['credit.paid_out'], subject, {
      ...creditFactsOf(balance, amountMinor),
      creditPayoutId: id,
    })
    return after
  }
  await postCredit(tx, 'failPayout', { subject, balance, amountMinor })
  const returned = { kind: 'RETURNED', amountMinor, payoutId: id } as const
  const moved = await moveCredit(tx, balance, returned)
  tx.emit(creditPayoutEvents['credit.payout_failed'], subject, {
    ...creditFactsOf(moved.after, amountMinor),
    creditPayoutId: id,
    failureCode: answer.failureCode,
  })
  return after
}
