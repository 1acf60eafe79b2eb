import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/**
 * Locks an order and its appointment; `undefined` if there is no such order. The appointment is locked first,
 * as by its own verbs, so that they cannot deadlock.
 */
export const lockOrder = async (tx: Transaction, id: string) => {
  const seen = await tx.db.order.findFirst({
    where: inTenant(tx, id),
    select: { appointmentId: true },
  })
  if (!seen) return undefined
  if (seen.appointmentId !== null) await lockRecord(tx, 'appointments', seen.appointmentId)
  await lockRecord(tx, 'orders', id)
  const order = await tx.db.order.findFirst({ where: inTenant(tx, id) })
  if (!order) return undefined
  const appointment = order.appointmentId
    ? await tx.db.appointment.findFirst({ where: inTenant(tx, order.appointmentId) })
    : null
  return { order, appointment }
}
