import type { Invoice as InvoiceModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadInvoice, showInvoice } from './queries.ts'
import type { Invoice } from './schemas.ts'

/** How an invoice is loaded, written and shown by the verbs that change it. */
export const invoiceRecord: RecordKind<InvoiceModel, Prisma.InvoiceUncheckedUpdateInput, Invoice> =
  {
    type: 'invoice',
    table: 'invoices',
    permission: 'invoices:write',
    load: loadInvoice,
    update: (tx, id, data) => tx.db.invoice.update({ where: keyOf(tx, id), data }),
    show: showInvoice,
  }
