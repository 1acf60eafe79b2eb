import { DomainError } from '#platform/core/errors.ts'
import type { Reader } from '#platform/core/transaction.ts'

/** Refuses what would change an appointment whose session has been paid for. */
export const assertUnpaid = async (reader: Reader, appointmentId: string): Promise<void> => {
  const paid = await reader.db.order.findFirst({
    where: { tenantId: reader.tenantId, appointmentId, purpose: 'SERVICE', status: 'PAID' },
    select: { id: true },
  })
  if (paid) throw orderIsPaid(paid.id)
}

export const orderIsPaid = (orderId: string) =>
  new DomainError(
    'appointment_paid',
    `The appointment is paid by order ${orderId} and stays as it is: payments cannot be refunded yet.`,
    { extra: { orderId } },
  )
