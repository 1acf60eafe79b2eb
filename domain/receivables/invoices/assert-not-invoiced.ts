import { DomainError } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { issuedInvoiceOf } from './issued-invoice-of.ts'

/** Refuses to cancel an order while it is on an invoice. */
export const assertNotInvoiced = async (tx: Transaction, orderId: string): Promise<void> => {
  const invoice = await tx.asCentre(() => issuedInvoiceOf(tx, orderId))
  if (!invoice) return
  throw new DomainError(
    'order_invoiced',
    `The order is on invoice ${invoice.number}. Credit it first: POST /v1/invoices/${invoice.id}/credit.`,
    { extra: { invoiceId: invoice.id } },
  )
}
