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

/** Gives a refund as credit to who owes its order. Done as the centre: who refunds need not see credit. */
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

/** Whose credit a refund of an order is. Refused where nobody owes it by name. */
export const creditedBy = (order: CreditParty): CreditParty => {
  const party = partyOfOrder(order)
  if (party) return party
  throw invalid('method', 'not_allowed', 'Nobody is charged for the order: it has no credit.')
}
