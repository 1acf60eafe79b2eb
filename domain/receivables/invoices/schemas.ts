import { z } from 'zod'
import { amountTotal, totalMembers } from '#platform/core/lists/totals-on-request.ts'
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
    description: 'Credit note that credited the order; null if the order is not credited.',
    example: null,
  }),
})

export const Invoice = resourceSchema('Invoice', {
  id: idOf('invoice'),
  kind: z.enum(InvoiceKind).meta({
    description: 'Whether this is an invoice, or a credit note for all or part of an invoice.',
    example: 'INVOICE',
  }),
  status: z.enum(InvoiceStatus).meta({
    description:
      'Whether the invoice is a draft, was issued (and can no longer change), or was discarded as a draft.',
    example: 'ISSUED',
  }),
  number: z.string().nullable().meta({
    description:
      'Number of the invoice, without gaps for each legal entity and year; null until it is issued.',
    example: 'SUN-2026-000042',
  }),
  legalEntityId: idOf('legalEntity'),
  payerId: idOf('payer'),
  clientId: idOf('client')
    .nullable()
    .meta({
      description: 'Client who pays; null if an organization pays.',
      example: exampleId('client'),
    }),
  creditsInvoiceId: idOf('invoice').nullable().meta({
    description: 'Invoice that the credit note credits; null for an invoice.',
    example: null,
  }),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'Reason for the credit note; null for an invoice.', example: null }),
  note: z.string().nullable().meta({ description: 'Text for the payer.', example: null }),
  currency: z
    .string()
    .meta({ description: 'Currency of all amounts, as an ISO 4217 code.', example: 'EUR' }),
  netAmount: amount('Without tax', 9500),
  taxAmount: amount('Taxes', 0),
  roundingAmount: amount(
    'Total of the orders minus net amount and tax, because orders round the tax of each line and invoices the tax of each rate',
    0,
  ),
  amount: amount('Total of net amount, tax and rounding', 9500),
  amountDue: amount('Amount still due for the orders (0 for a draft or a credit note)', 9500),
  orders: z.array(InvoicedOrder).meta({ description: 'Orders on the invoice.' }),
  lines: z.array(InvoiceLine).meta({ description: 'Charges, grouped by order.' }),
  seller: Seller.nullable().meta({
    description: 'Legal entity as it was when the invoice was issued; null for a draft.',
  }),
  buyer: Buyer.nullable().meta({
    description:
      'Payer as it was when the invoice was issued; null for a draft, and after the person’s data is erased.',
  }),
  issuedOn: calendarDate().nullable().meta({
    description: 'Date of issue, in the centre’s time zone; null until then.',
    example: '2026-11-24',
  }),
  dueOn: calendarDate().nullable().meta({
    description: 'Due date according to the payer’s terms; null for a draft or a credit note.',
    example: '2026-12-24',
  }),
  hasEInvoice: z.boolean().meta({
    description:
      'Whether there is an EN 16931 e-invoice. If not, `eInvoiceObstacle` gives the reason.',
    example: true,
  }),
  eInvoiceObstacle: z.string().nullable().meta({
    description: 'Reason why there is no e-invoice, and what to change; null if there is one.',
    example: null,
  }),
  ...recordMembers,
})
export type Invoice = z.infer<typeof Invoice>

export const InvoiceTotal = resourceSchema('InvoiceTotal', {
  ...totalMembers('invoices'),
  kind: Invoice.shape.kind,
  status: Invoice.shape.status,
  netAmount: amountTotal('Total without tax', 9500),
  taxAmount: amountTotal('Their taxes', 0),
  amount: amountTotal('Total with tax', 9500),
})
export type InvoiceTotal = z.infer<typeof InvoiceTotal>

export const IssuedInvoice = resourceSchema('IssuedInvoice', {
  dryRun: z
    .boolean()
    .meta({ description: 'Whether this is a dry run, which changes nothing.', example: false }),
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
        description: 'The orders to invoice, 1 to 100. They must have the same payer and currency.',
        example: [exampleId('order')],
      }),
    legalEntityId: idOf('legalEntity').exactOptional().meta({
      description: 'Legal entity that issues the invoice. Optional if the centre has only one.',
    }),
    payerId: idOf('payer').exactOptional().meta({
      description:
        'Payer, if the orders specify only a client. Defaults to the client’s payer record.',
    }),
    note: prose(2000).exactOptional().meta({ description: 'Text for the payer.' }),
  })
  .meta({ id: 'CreateInvoice', example: { orderIds: [exampleId('order')] } })
export type CreateInvoice = z.infer<typeof CreateInvoice>

export const CreditInvoice = z
  .strictObject({
    reason: line(500).meta({
      description: 'Reason, which the credit note shows.',
      example: 'The visit was billed twice.',
    }),
    orderIds: CreateInvoice.shape.orderIds.exactOptional().meta({
      description: 'The orders to credit. Defaults to all orders that are not yet credited.',
      example: [exampleId('order')],
    }),
  })
  .meta({ id: 'CreditInvoice', example: { reason: 'The visit was billed twice.' } })
export type CreditInvoice = z.infer<typeof CreditInvoice>

/** Facts about an invoice that are not in its row. */
export interface Standing {
  /** Credit notes, keyed by order. A discarded draft has none. */
  creditNotes: ReadonlyMap<string, string | null>
  amountDue: number
}

export const toInvoice = (row: InvoiceModel, { creditNotes, amountDue }: Standing): Invoice => {
  const buyer = fromJson(Buyer.nullable(), row.buyer)
  const lines = fromJson(z.array(InvoiceLine), row.lines)
  // Taken from the lines, which a discarded draft still has; from the other facts once the lines are erased.
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
