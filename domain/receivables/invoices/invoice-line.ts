import { z } from 'zod'
import { Address } from '#platform/core/contact/address.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { EInvoiceAddress } from '../payers/schemas.ts'

/** A snapshot of the invoiced data, which later changes do not affect. */

const amount = (description: string, example: number) =>
  z.int().meta({ description: `${description}, in minor units of the currency.`, example })

export const InvoiceLine = resourceSchema('InvoiceLine', {
  orderId: idOf('order').meta({ example: exampleId('order') }),
  description: z.string().meta({
    description: 'Charges.',
    example: 'Early intervention, 45 minutes',
  }),
  serviceCode: z.string().nullable().meta({
    description: 'Code of the service; null if there is no service.',
    example: 'EARLY_INTERVENTION',
  }),
  servedOn: calendarDate().nullable().meta({
    description: 'Date of the visit; null if there is no visit.',
    example: '2026-11-20',
  }),
  quantity: z.int().meta({ description: 'Number of units.', example: 1 }),
  unitAmount: amount('Price of one unit without tax', 9500),
  discountAmount: amount('Discount amount', 0),
  taxRate: z.number().meta({ description: 'Tax rate in percent.', example: 0 }),
  taxExemption: z.string().nullable().meta({
    description: 'Reason why no tax is charged; null if tax is charged or no reason was given.',
    example: 'Exempt: therapeutic treatment',
  }),
  taxAmount: amount('Tax on the amount after the discount', 0),
  amount: amount('Line total with tax', 9500),
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

export const Seller = resourceSchema('InvoiceSeller', {
  name: z.string().meta({ description: 'Registered name.', example: 'Sunrise Therapy GmbH' }),
  address: Address.meta({ description: 'Postal address.' }),
  email: z
    .string()
    .meta({ description: 'E-mail address for questions.', example: 'billing@sunrise.example' }),
  phone: z
    .string()
    .nullable()
    .meta({ description: 'Telephone number; null if there is none.', example: null }),
  vatId: z.string().nullable().meta({
    description: 'VAT identification number; null if there is none.',
    example: 'DE123456789',
  }),
  taxNumber: z
    .string()
    .nullable()
    .meta({ description: 'Tax number; null if there is none.', example: null }),
  iban: z.string().nullable().meta({
    description: 'IBAN for bank transfers; null if there is none.',
    example: 'DE02120300000000202051',
  }),
  eInvoiceAddress: EInvoiceAddress.nullable().meta({
    description: 'Electronic address; null if there is none.',
    example: null,
  }),
})
export type Seller = z.infer<typeof Seller>

export const Buyer = resourceSchema('InvoiceBuyer', {
  name: z.string().meta({ description: 'Name of the payer.', example: 'Mara Weiss' }),
  address: Address.nullable().meta({ description: 'Postal address; null if none is recorded.' }),
  email: z
    .string()
    .nullable()
    .meta({ description: 'E-mail address; null if there is none.', example: null }),
  taxId: z.string().nullable().meta({
    description: 'VAT identification number or tax number; null if there is none.',
    example: null,
  }),
  eInvoiceAddress: EInvoiceAddress.nullable().meta({
    description: 'Electronic address; null if there is none.',
    example: null,
  }),
})
export type Buyer = z.infer<typeof Buyer>
