import { z } from 'zod'
import type { Invoice as InvoiceModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { line, prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateTextOrNull } from '#platform/core/time/time.ts'
import { Buyer, InvoiceLine, Seller } from './invoice-line.ts'
import { eInvoiceObstacle } from './e-invoice-obstacle.ts'
import { InvoiceKind, InvoiceStatus } from './rules.ts'

const amount = (description: string, example: number) =>
  z.int().meta({ description: `${description}, in minor units of the currency.`, example })

const InvoicedOrder = resourceSchema('InvoicedOrder', {
  orderId: idOf('order'),
  creditNoteId: idOf('invoice').nullable().meta({
    description: 'The credit note that took it off; null while it is invoiced.',
    example: null,
  }),
})

export const Invoice = resourceSchema('Invoice', {
  id: idOf('invoice'),
  kind: z.enum(InvoiceKind).meta({
    description: 'An invoice, or a credit note that takes back an invoice or a part of it.',
    example: 'INVOICE',
  }),
  status: z.enum(InvoiceStatus).meta({
    description:
      'Whether it is a draft, was issued and stays as it is, or was discarded as a draft.',
    example: 'ISSUED',
  }),
  number: z.string().nullable().meta({
    description: 'Without a gap by legal entity and year; null until it is issued.',
    example: 'SUN-2026-000042',
  }),
  legalEntityId: idOf('legalEntity'),
  payerId: idOf('payer'),
  clientId: idOf('client')
    .nullable()
    .meta({
      description: 'The client who pays; null where an organization does.',
      example: exampleId('client'),
    }),
  creditsInvoiceId: idOf('invoice').nullable().meta({
    description: 'The invoice that a credit note takes back; null for invoices.',
    example: null,
  }),
  reason: z.string().nullable().meta({ description: 'Why it was credited.', example: null }),
  note: z.string().nullable().meta({ description: 'Text for the payer.', example: null }),
  currency: z
    .string()
    .meta({ description: 'Of all amounts, as an ISO 4217 code.', example: 'EUR' }),
  netAmount: amount('Without tax', 9500),
  taxAmount: amount('Taxes', 0),
  roundingAmount: amount(
    'What the orders come to, less net and tax: orders round the tax of each line, an invoice that of each rate',
    0,
  ),
  amount: amount('Total: net, tax and rounding', 9500),
  amountDue: amount('Amount still due for its orders; 0 for a draft and a credit note', 9500),
  orders: z.array(InvoicedOrder).meta({ description: 'The orders that it is for.' }),
  lines: z.array(InvoiceLine).meta({ description: 'Charges, order by order.' }),
  seller: Seller.nullable().meta({ description: 'Who invoices, as it was then; null in a draft.' }),
  buyer: Buyer.nullable().meta({
    description: 'Who pays, as it was then; null in a draft, and once the person is erased.',
  }),
  issuedOn: calendarDate().nullable().meta({
    description: 'Day of the issue, in the centre’s time zone; null until then.',
    example: '2026-11-24',
  }),
  dueOn: calendarDate().nullable().meta({
    description: 'Last day to pay, by the terms of the payer; null in a draft and a credit note.',
    example: '2026-12-24',
  }),
  hasEInvoice: z.boolean().meta({
    description:
      'Whether there is an e-invoice by EN 16931. `eInvoiceObstacle` says why there is none.',
    example: true,
  }),
  eInvoiceObstacle: z.string().nullable().meta({
    description: 'Why there is no e-invoice, and what to change; null where there is one.',
    example: null,
  }),
  ...recordMembers,
})
export type Invoice = z.infer<typeof Invoice>

export const IssuedInvoice = resourceSchema('IssuedInvoice', {
  dryRun: z.boolean().meta({ description: 'Whether nothing was done.', example: false }),
  ...Invoice.shape,
})
export type IssuedInvoice = z.infer<typeof IssuedInvoice>

export const CreateInvoice = z
  .strictObject({
    orderIds: z
      .array(idOf('order'))
      .min(1)
      .max(100)
      .refine((ids) => new Set(ids).size === ids.length, { error: 'must not repeat an order' })
      .meta({
        description: 'The orders to invoice, 1 to 100, of one payer and currency.',
        example: [exampleId('order')],
      }),
    legalEntityId: idOf('legalEntity').exactOptional().meta({
      description: 'Who invoices. Can be left out where the centre has one legal entity.',
    }),
    payerId: idOf('payer').exactOptional().meta({
      description:
        'Who pays, where the orders name a client alone. Defaults to the client’s payer.',
    }),
    note: prose(2000).exactOptional().meta({ description: 'What the invoice says to the payer.' }),
  })
  .meta({ id: 'CreateInvoice', example: { orderIds: [exampleId('order')] } })
export type CreateInvoice = z.infer<typeof CreateInvoice>

export const CreditInvoice = z
  .strictObject({
    reason: line(500).meta({
      description: 'Why, as the credit note says it.',
      example: 'The visit was billed twice.',
    }),
    orderIds: CreateInvoice.shape.orderIds.exactOptional().meta({
      description: 'The orders to take off. All that are left, if you leave it out.',
      example: [exampleId('order')],
    }),
  })
  .meta({ id: 'CreditInvoice', example: { reason: 'The visit was billed twice.' } })
export type CreditInvoice = z.infer<typeof CreditInvoice>

/** Facts about an invoice outside its row. */
export interface Standing {
  /** Credit notes by order. A discarded draft has none. */
  creditNotes: ReadonlyMap<string, string | null>
  amountDue: number
}

export const toInvoice = (row: InvoiceModel, { creditNotes, amountDue }: Standing): Invoice => {
  const buyer = fromJson(Buyer.nullable(), row.buyer)
  const lines = fromJson(z.array(InvoiceLine), row.lines)
  // From its lines, also for a discarded draft; from other facts once they are erased.
  const orderIds = new Set([...lines.map(({ orderId }) => orderId), ...creditNotes.keys()])
  const seller = fromJson(Seller.nullable(), row.seller)
  const obstacle = eInvoiceObstacle({ seller, buyer, currency: row.currency, lines })
  return {
    id: row.id,
    kind: row.kind as Invoice['kind'],
    status: row.status as Invoice['status'],
    number: row.number,
    legalEntityId: row.legalEntityId,
    payerId: row.payerId,
    clientId: row.clientId,
    creditsInvoiceId: row.creditsId,
    reason: row.reason,
    note: row.note,
    currency: row.currency,
    netAmount: row.netMinor,
    taxAmount: row.taxMinor,
    roundingAmount: row.roundingMinor,
    amount: row.amountMinor,
    amountDue,
    orders: [...orderIds].map((orderId) => ({
      orderId,
      creditNoteId: creditNotes.get(orderId) ?? null,
    })),
    lines,
    seller,
    buyer,
    issuedOn: dateTextOrNull(row.issuedOn),
    dueOn: dateTextOrNull(row.dueOn),
    hasEInvoice: obstacle === null,
    eInvoiceObstacle: obstacle,
    ...recordOf(row),
  }
}
