import type { Order } from '#prisma/generated/client.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { releaseCode } from '../discount-codes/redeem-code.ts'
import { postStep } from '../ledger/post-step.ts'
import { withdrawPackages } from '../session-packages/withdraw-packages.ts'

/** Withdraws what a cancelled order gave: its outstanding claim, its packages and its use of a code. */
export const withdrawClaim = async (tx: Transaction, order: Order): Promise<void> => {
  await postStep(tx, {
    step: 'cancel',
    subject: { type: 'order', id: order.id },
    order,
    amountMinor: order.amountMinor - order.capturedMinor,
  })
  await withdrawPackages(tx, order.id)
  await releaseCode(tx, order.id)
}
