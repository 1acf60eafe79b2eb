import { z } from 'zod'
import type { Invoice as InvoiceModel } from '#prisma/generated/client.ts'
import { newId } from '#platform/core/records/ids.ts'
import { fromJson, jsonArray, jsonObject } from '#platform/core/sql/json.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { InvoiceLine } from './invoice-line.ts'
import { reviewDunning } from '../dunnings/review-dunning.ts'
import { invoiceEvents, invoiceFacts } from './events.ts'
import { nextNumber } from './next-number.ts'
import { priceLines } from './price-lines.ts'

/**
 * Issues a credit note for orders of an invoice that are locked and not credited: their total, with the tax of
 * their own lines. The orders can then be invoiced again.
 */
export const creditOrders = async (
  tx: Transaction,
  invoice: InvoiceModel,
  { orderIds, reason }: { orderIds: readonly string[]; reason: string },
): Promise<InvoiceModel> => {
  const { lines, ...sums } = priceLines(
    fromJson(z.array(InvoiceLine), invoice.lines).filter(({ orderId }) =>
      orderIds.includes(orderId),
    ),
  )
  const row = await tx.db.invoice.create({
    data: {
      ...freshRecord(tx, newId('invoice')),
      kind: 'CREDIT_NOTE',
      status: 'ISSUED',
      legalEntityId: invoice.legalEntityId,
      payerId: invoice.payerId,
      clientId: invoice.clientId,
      creditsId: invoice.id,
      reason,
      currency: invoice.currency,
      lines: jsonArray(lines),
      ...sums,
      seller: jsonObject(invoice.seller as object),
      ...(invoice.buyer !== null && { buyer: jsonObject(invoice.buyer as object) }),
      ...(await nextNumber(tx, invoice.legalEntityId)),
    },
  })
  await tx.db.invoiceOrder.updateMany({
    where: { tenantId: tx.tenantId, invoiceId: invoice.id, orderId: { in: [...orderIds] } },
    data: { creditedBy: row.id },
  })
  const subject = { type: 'invoice', id: row.id } as const
  tx.created(subject, row)
  tx.emit(invoiceEvents['invoice.credited'], subject, {
    ...invoiceFacts(row),
    creditsInvoiceId: invoice.id,
  })
  await reviewDunning(tx, invoice.id)
  return row
}
