import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { termsInForce } from './queries.ts'
import type { Prepaid } from './rules.ts'
import { loadOrder } from '#receivables/orders/queries.ts'
import { appointmentCancellationWorkflow } from './workflows.ts'

interface Appointment {
  id: string
  serviceId: string | null
  locationId: string
}

/**
 * Records the current terms for an appointment's payments, and wakes the workflow that refunds them, converts
 * them to credit or asks a person. The caller has locked the order.
 */
export const followCancellation = async (
  tx: Transaction,
  appointment: Appointment,
  orderId: string,
): Promise<void> => {
  const { prepaid } = await termsInForce(tx, appointment)
  await noteTerms(tx, orderId, prepaid)
  tx.wake(appointmentCancellationWorkflow, appointment.id)
}

/** The appointment takes place after all, so money that was not refunded is kept. */
export const endCancellation = async (tx: Transaction, appointmentId: string): Promise<void> => {
  const order = await tx.db.order.findFirst({
    where: { tenantId: tx.tenantId, appointmentId, prepaidTerms: { not: null } },
    orderBy: { id: 'desc' },
  })
  if (!order) return
  await lockRecord(tx, 'orders', order.id)
  await noteTerms(tx, order.id, null)
  tx.wake(appointmentCancellationWorkflow, appointmentId)
}

const noteTerms = async (tx: Transaction, orderId: string, prepaidTerms: Prepaid | null) => {
  const { lines: _, ...before } = await loadOrder(tx, orderId)
  const after = await tx.db.order.update({
    where: keyOf(tx, orderId),
    data: { prepaidTerms, ...touched(tx) },
  })
  tx.changed({ type: 'order', id: orderId }, before, after)
}

/** Wakes the follow-up of a cancellation, if there is one. */
export const wakeCancellation = (
  tx: Transaction,
  order: { appointmentId: string | null; prepaidTerms: string | null },
): void => {
  if (order.appointmentId === null || order.prepaidTerms === null) return
  tx.wake(appointmentCancellationWorkflow, order.appointmentId)
}
