import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { jsonArray } from '#platform/core/sql/json.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { linesOfOrders } from './lines-of-orders.ts'
import { lockOrders } from './lock-orders.ts'
import { legalEntityFor } from './legal-entity-for.ts'
import { payerFor } from './payer-for.ts'
import { priceLines } from './price-lines.ts'
import { showInvoice } from './queries.ts'
import { assertInvoiceable } from './rules.ts'
import type { CreateInvoice, Invoice } from './schemas.ts'

/** Creates a draft invoice. An order can be on only one invoice at a time; otherwise `order_invoiced` is thrown. */
export const createInvoice = (
  ctx: Context,
  { orderIds, legalEntityId, payerId, note }: CreateInvoice,
): Promise<Invoice> =>
  transact(ctx, ['invoices:write', 'orders:read'], async (tx) => {
    const entity = await legalEntityFor(tx, legalEntityId)
    const orders = await lockOrders(tx, orderIds)
    assertInvoiceable(orders)
    const payer = await payerFor(tx, orders[0]!, payerId)
    const { lines, ...sums } = priceLines(await linesOfOrders(tx, orderIds))
    const row = await tx.db.invoice.create({
      data: {
        ...freshRecord(tx, newId('invoice')),
        kind: 'INVOICE',
        status: 'DRAFT',
        legalEntityId: entity.id,
        payerId: payer.id,
        clientId: payer.clientId,
        note: note ?? null,
        currency: orders[0]!.currency,
        lines: jsonArray(lines),
        ...sums,
      },
    })
    const key = { tenantId: tx.tenantId, invoiceId: row.id }
    await tx.db.invoiceOrder.createMany({ data: orderIds.map((orderId) => ({ ...key, orderId })) })
    tx.created({ type: 'invoice', id: row.id }, row)
    return showInvoice(row, tx)
  })
