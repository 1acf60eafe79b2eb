import { z } from 'zod'
import type { Invoice as InvoiceModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const facts = {
  invoiceId: idOf('invoice'),
  number: z.string().meta({ description: 'Number of the invoice or credit note.' }),
  payerId: idOf('payer'),
  clientId: idOf('client').exactOptional(),
  amount: z.int().min(0).meta({ description: 'Amount with tax, in minor units of the currency.' }),
  currency: z.string().length(3).meta({ description: 'Currency, as an ISO 4217 code.' }),
}

const example = {
  invoiceId: exampleId('invoice'),
  number: 'SUN-2026-000042',
  payerId: exampleId('payer'),
  clientId: exampleId('client'),
  amount: 9500,
  currency: 'EUR',
}

/** Members of events about an issued invoice. */
export const invoiceFacts = (row: InvoiceModel) => ({
  invoiceId: row.id,
  number: row.number!,
  payerId: row.payerId,
  ...(row.clientId && { clientId: row.clientId }),
  amount: row.amountMinor,
  currency: row.currency,
})

export const invoiceEvents = defineEvents({
  'invoice.issued': defineEvent({
    description: 'An invoice was issued: it has a number and can no longer change.',
    payload: z.strictObject({
      ...facts,
      dueOn: calendarDate().meta({ description: 'Due date of the invoice.' }),
    }),
    example: { ...example, dueOn: '2026-12-24' },
  }),
  'invoice.credited': defineEvent({
    description: 'A credit note was issued for an invoice, or for some of its orders.',
    payload: z.strictObject({
      ...facts,
      creditsInvoiceId: idOf('invoice').meta({
        description: 'Invoice to which the credit note belongs.',
      }),
    }),
    example: { ...example, creditsInvoiceId: exampleId('invoice') },
  }),
})
