import type { CreditBalance as BalanceModel } from '#prisma/generated/client.ts'
import { invalidReference } from '#platform/core/errors/errors.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { creditEvents } from './events.ts'
import { creditFactsOf, moveCredit } from './move-credit.ts'
import { partyOfOrder, type CreditParty } from './open-credit.ts'

/** Locks the balance that can pay an order: that of its debtor, in its currency. */
export const lockCredit = (
  tx: Transaction,
  balanceId: string,
  order: CreditParty & { currency: string },
): Promise<BalanceModel> =>
  tx.asCentre(async () => {
    await lockRecord(tx, 'credit_balances', balanceId)
    const party = partyOfOrder(order)
    const balance =
      party &&
      (await tx.db.creditBalance.findFirst({
        where: { ...inTenant(tx, balanceId), ...party, currency: order.currency },
      }))
    if (!balance) throw invalidReference('paymentMethod.id', 'credit balance')
    return balance
  })

/** Takes credit for a payment. Runs as the centre, because the caller need not be able to see credit. */
export const useCredit = (
  tx: Transaction,
  balance: BalanceModel,
  { paymentId, amountMinor }: { paymentId: string; amountMinor: number },
): Promise<void> =>
  tx.asCentre(async () => {
    const used = { kind: 'USED', amountMinor: -amountMinor, paymentId } as const
    const { after } = await moveCredit(tx, balance, used)
    tx.emit(
      creditEvents['credit.used'],
      { type: 'creditBalance', id: after.id },
      { ...creditFactsOf(after, amountMinor), paymentId },
    )
  })
