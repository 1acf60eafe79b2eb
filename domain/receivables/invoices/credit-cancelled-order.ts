import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { creditOrders } from './credit-orders.ts'
import { issuedInvoiceOf } from './issued-invoice-of.ts'

/**
 * Credits the invoice of a cancelled appointment's order, in the same transaction. Runs as the centre for every
 * caller.
 */
export const creditCancelledOrder = (tx: Transaction, orderId: string): Promise<void> =>
  tx.asCentre(async () => {
    const invoice = await issuedInvoiceOf(tx, orderId)
    if (invoice)
      await creditOrders(tx, invoice, { orderIds: [orderId], reason: 'The order was cancelled.' })
  })
