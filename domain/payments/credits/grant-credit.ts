import { invalid } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { creditEvents } from './events.ts'
import { creditFactsOf, moveCredit } from './move-credit.ts'
import { openCredit, partyOfOrder, type CreditParty } from './open-credit.ts'

interface Grant {
  refundId: string
  order: CreditParty & { currency: string }
  amountMinor: number
}

/**
 * Grants the amount of a refund as credit to the order's debtor. Runs as the centre, because the caller of the
 * refund need not be able to see credit.
 */
export const grantCredit = (
  tx: Transaction,
  { refundId, order, amountMinor }: Grant,
): Promise<void> =>
  tx.asCentre(async () => {
    const balance = await openCredit(tx, creditedBy(order), order.currency)
    const { after } = await moveCredit(tx, balance, { kind: 'GRANTED', amountMinor, refundId })
    tx.emit(
      creditEvents['credit.granted'],
      { type: 'creditBalance', id: after.id },
      { ...creditFactsOf(after, amountMinor), refundId },
    )
  })

/** The owner of the credit for an order's refund. Throws if the order names no debtor. */
export const creditedBy = (order: CreditParty): CreditParty => {
  const party = partyOfOrder(order)
  if (party) return party
  throw invalid(
    'method',
    'not_allowed',
    'The order has no payer, so nobody can receive the credit. Choose another method.',
  )
}
