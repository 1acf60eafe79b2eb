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
    description: 'The credit note that credited the order; null if it is not credited.',
    example: null,
  }),
})

export const Invoice = resourceSchema('Invoice', {
  id: idOf('invoice'),
  kind: z.enum(InvoiceKind).meta({
    description: 'An invoice, or a credit note for an invoice or a part of it.',
    example: 'INVOICE',
  }),
  status: z.enum(InvoiceStatus).meta({
    description:
      'Whether it is a draft, is issued (and can no longer change), or was discarded as a draft.',
    example: 'ISSUED',
  }),
  number: z.string().nullable().meta({
    description: 'Without gaps by legal entity and year; null until it is issued.',
    example: 'SUN-2026-000042',
  }),
  legalEntityId: idOf('legalEntity'),
  payerId: idOf('payer'),
  clientId: idOf('client')
    .nullable()
    .meta({
      description: 'The client who pays; null if an organization does.',
      example: exampleId('client'),
    }),
  creditsInvoiceId: idOf('invoice').nullable().meta({
    description: 'The invoice that the credit note credits; null for invoices.',
    example: null,
  }),
  reason: z.string().nullable().meta({ description: 'Why it was credited.', example: null }),
  note: z.string().nullable().meta({ description: 'Text for the payer.', example: null }),
  currency: z
    .string()
    .meta({ description: 'Currency of all amounts, as an ISO 4217 code.', example: 'EUR' }),
  netAmount: amount('Without tax', 9500),
  taxAmount: amount('Taxes', 0),
  roundingAmount: amount(
    'Total of the orders minus net and tax: orders round the tax of each line, an invoice that of each rate',
    0,
  ),
  amount: amount('Total: net, tax and rounding', 9500),
  amountDue: amount('Amount still due for its orders; 0 for a draft and a credit note', 9500),
  orders: z.array(InvoicedOrder).meta({ description: 'Its orders.' }),
  lines: z.array(InvoiceLine).meta({ description: 'Charges, order by order.' }),
  seller: Seller.nullable().meta({
    description: 'Legal entity as of the issue; null for a draft.',
  }),
  buyer: Buyer.nullable().meta({
    description: 'Payer as of the issue; null for a draft, and once the person is erased.',
  }),
  issuedOn: calendarDate().nullable().meta({
    description: 'Day of issue, in the centre’s time zone; null before.',
    example: '2026-11-24',
  }),
  dueOn: calendarDate().nullable().meta({
    description: 'Last day to pay, by the terms of the payer; null for a draft and a credit note.',
    example: '2026-12-24',
  }),
  hasEInvoice: z.boolean().meta({
    description: 'Whether there is an EN 16931 e-invoice. If not, `eInvoiceObstacle` says why.',
    example: true,
  }),
  eInvoiceObstacle: z.string().nullable().meta({
    description: 'Why there is no e-invoice, and what to change; null if there is one.',
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
      description: 'Legal entity that invoices. Optional if the centre has only one.',
    }),
    payerId: idOf('payer').exactOptional().meta({
      description: 'Payer, if the orders only name a client. Defaults to the client’s payer.',
    }),
    note: prose(2000).exactOptional().meta({ description: 'Text for the payer.' }),
  })
  .meta({ id: 'CreateInvoice', example: { orderIds: [exampleId('order')] } })
export type CreateInvoice = z.infer<typeof CreateInvoice>

export const CreditInvoice = z
  .strictObject({
    reason: line(500).meta({
      description: 'Reason, as shown on the credit note.',
      example: 'The visit was billed twice.',
    }),
    orderIds: CreateInvoice.shape.orderIds.exactOptional().meta({
      description: 'The orders to credit. Default: all that remain.',
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
