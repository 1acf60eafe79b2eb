import { DomainError } from '../core/errors.ts'
import type { Reader } from '../core/transaction.ts'

/** Refuses what would change an appointment that has been paid for. */
export const assertUnpaid = async (reader: Reader, appointmentId: string): Promise<void> => {
  const paid = await reader.db.order.findFirst({
    where: { tenantId: reader.tenantId, appointmentId, status: 'PAID' },
    select: { id: true },
  })
  if (paid) {
    throw new DomainError(
      'conflict',
      `The appointment is paid by order ${paid.id}. Refund it first.`,
      {
        extra: { orderId: paid.id },
      },
    )
  }
}
