import { authorize } from '#platform/core/access/permissions.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { AppointmentFee } from '../cancellation-policies/appointment-fee.ts'
import { withdrawFee, withdrawUnpaidFee } from '../cancellation-policies/decide-fee.ts'
import { createRefund } from './create-refund.ts'

/** Cancels a charged fee and refunds its payments by their original methods. Refused while a payment is in flight. */
export const refundFee = async (
  tx: Transaction,
  fee: AppointmentFee | null,
  reason: string,
): Promise<void> => {
  authorize(tx.actor, ['refunds:write', 'payments:read'])
  const hold = await withdrawUnpaidFee(tx, fee)
  if (!hold?.isPaid) return withdrawFee(tx, fee)
  const paid = await tx.db.payment.findMany({
    where: { tenantId: tx.tenantId, orderId: fee!.orderId!, status: 'SUCCEEDED' },
    orderBy: { id: 'asc' },
  })
  for (const { id, amountMinor, refundedMinor } of paid)
    if (refundedMinor < amountMinor) await createRefund(tx, { id, reason })
}
