import type { Invoice as InvoiceModel } from '#prisma/generated/client.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/** The issued invoice of a locked order, unless the order was credited. */
export const issuedInvoiceOf = async (
  reader: Reader,
  orderId: string,
): Promise<InvoiceModel | undefined> => {
  const link = await reader.db.invoiceOrder.findFirst({
    where: { tenantId: reader.tenantId, orderId, creditedBy: null },
    select: { invoiceId: true },
  })
  const invoice =
    link && (await reader.db.invoice.findFirst({ where: inTenant(reader, link.invoiceId) }))
  return invoice?.status === 'ISSUED' ? invoice : undefined
}
