import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { creditOrders } from './credit-orders.ts'
import { lockOrders } from './lock-orders.ts'
import { loadInvoice, showInvoice } from './queries.ts'
import { assertCreditable } from './rules.ts'
import type { CreditInvoice, Invoice } from './schemas.ts'

/** Credits an invoice or some of its orders. The claims are kept: cancel or refund the orders separately. */
export const creditInvoice = (
  ctx: Context,
  { id, version, orderIds, reason }: RecordRef & CreditInvoice,
): Promise<Invoice> =>
  transact(ctx, 'invoices:write', async (tx) => {
    await lockRecord(tx, 'invoices', id)
    const invoice = await loadInvoice(tx, id)
    assertVersion(invoice, version)
    assertCreditable(invoice)
    const wanted = orderIds ?? (await uncreditedOf(tx, id))
    // If an order is cancelled at the same time, its cancellation credits it.
    await lockOrders(tx, wanted)
    const left = new Set(await uncreditedOf(tx, id))
    const surplus = wanted.find((orderId) => !left.has(orderId))
    if (wanted.length === 0 || surplus !== undefined)
      throw new DomainError(
        'nothing_to_credit',
        surplus === undefined
          ? 'The invoice has already been credited in full.'
          : `Order ${surplus} is not on the invoice, or has already been credited.`,
      )
    return showInvoice(await creditOrders(tx, invoice, { orderIds: wanted, reason }), tx)
  })

const uncreditedOf = async (tx: Transaction, invoiceId: string): Promise<string[]> => {
  const links = await tx.db.invoiceOrder.findMany({
    where: { tenantId: tx.tenantId, invoiceId, creditedBy: null },
    select: { orderId: true },
    orderBy: { orderId: 'asc' },
  })
  return links.map(({ orderId }) => orderId)
}
