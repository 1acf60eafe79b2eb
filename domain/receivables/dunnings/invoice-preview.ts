import type { PreviewSource } from '#messaging/message-texts/preview-source.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import { moneyText } from '#platform/core/money/money.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { dateText } from '#platform/core/time/time.ts'
import { Seller } from '../invoices/invoice-line.ts'
import { invoicedOrders } from './queries.ts'

/** Previews of the first reminder of an issued invoice. */
export const invoicePreview: PreviewSource = {
  record: 'invoice',
  needs: ['invoices:read', 'clients:read'],
  load: async (reader, id) => {
    const invoice = await reader.db.invoice.findFirst({ where: inTenant(reader, id) })
    if (!invoice?.number || !invoice.dueOn) return undefined
    const { payerId, clientId, currency } = invoice
    const seller = fromJson(Seller, invoice.seller)
    const orders = await invoicedOrders(reader, id)
    const amountDue = orders.reduce((sum, { due }) => sum + due, 0)
    return {
      childId: null,
      recipient: await findRecipient(
        reader,
        clientId === null ? { type: 'payer', id: payerId } : { type: 'client', id: clientId },
      ),
      variables: {
        number: invoice.number,
        seller: seller.name,
        dueOn: dateText(invoice.dueOn),
        amount: moneyText(amountDue, currency),
        fee: null,
        iban: seller.iban,
        level: 1,
        text: null,
      },
    }
  },
}
