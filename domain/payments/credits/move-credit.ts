import type { CreditBalance as BalanceModel } from '#prisma/generated/client.ts'
import { newId } from '#platform/core/records/ids.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { CreditMovementKind, PrepaymentMethod } from './rules.ts'

/** The record that moves credit, or the method of a prepayment. */
interface Movement {
  kind: CreditMovementKind
  /** Added; negative: taken. */
  amountMinor: number
  refundId?: string
  paymentId?: string
  payoutId?: string
  method?: PrepaymentMethod
  reference?: string
}

/**
 * Adds to a locked balance or takes from it. The database refuses a negative balance. Returns the id of the
 * movement.
 */
export const moveCredit = async (
  tx: Transaction,
  before: BalanceModel,
  movement: Movement,
): Promise<{ after: BalanceModel; movementId: string }> => {
  const after = await tx.db.creditBalance.update({
    where: keyOf(tx, before.id),
    data: { balanceMinor: before.balanceMinor + movement.amountMinor, ...touched(tx) },
  })
  const movementId = newId('creditMovement')
  await tx.db.creditMovement.create({
    data: {
      tenantId: tx.tenantId,
      id: movementId,
      balanceId: before.id,
      createdAt: tx.now,
      ...movement,
    },
  })
  tx.changed({ type: 'creditBalance', id: before.id }, before, after)
  return { after, movementId }
}

/** Members about a balance in events. */
export const creditFactsOf = (row: BalanceModel, amount: number) => ({
  creditBalanceId: row.id,
  ...(row.clientId && { clientId: row.clientId }),
  ...(row.payerId && { payerId: row.payerId }),
  amount,
  currency: row.currency,
  balance: row.balanceMinor,
})
