import { invalidReference } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadPayment, withItsCapture } from '../payments/queries.ts'
import type { DisputeEvidence } from './dispute-evidence.ts'

/** Refuses invoices that do not concern the payment. */
export const assertInvoices = async (
  tx: Transaction,
  paymentId: string,
  documents: DisputeEvidence['documents'],
): Promise<void> => {
  const { tenantId } = tx
  const where = withItsCapture(tx, await loadPayment(tx, paymentId))
  const paid = await tx.db.payment.findMany({ where, select: { orderId: true } })
  const orderId = { in: paid.map((payment) => payment.orderId) }
  for (const [index, { invoiceId }] of documents.entries()) {
    const issued = { tenantId, id: invoiceId, issuedOn: { not: null } }
    const invoice = await tx.db.invoice.findFirst({ where: issued })
    const link = await tx.db.invoiceOrder.findFirst({ where: { tenantId, invoiceId, orderId } })
    if (!invoice || !link)
      throw invalidReference(`documents.${index}.invoiceId`, 'issued invoice of the order')
  }
}
