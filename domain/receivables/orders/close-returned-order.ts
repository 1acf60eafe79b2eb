import type { Order } from '#prisma/generated/client.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { moveOrder } from './move-order.ts'
import { orderHold } from './order-hold.ts'
import { isChargeable } from './rules.ts'

/**
 * Called after all payments of an order were refunded: ends a paid order, or a partly paid order of a cancelled
 * appointment.
 */
export const closeReturnedOrder = async (
  tx: Transaction,
  { id, status, purpose, appointmentId }: Order,
): Promise<void> => {
  if (await orderHold(tx, id)) return
  if (status === 'PAID') {
    await moveOrder(tx, id, 'refund')
    return
  }
  if (status !== 'OPEN' || purpose !== 'SERVICE' || appointmentId === null) return
  const appointment = await tx.db.appointment.findFirst({ where: inTenant(tx, appointmentId) })
  if (appointment && !isChargeable(appointment)) await moveOrder(tx, id, 'cancel')
}
