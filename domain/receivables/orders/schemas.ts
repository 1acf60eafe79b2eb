import { LineDiscount } from './line-discount.ts'
import { z } from 'zod'
import { totalMembers } from '#platform/core/lists/totals-on-request.ts'
import type { Order as OrderModel, OrderLine as OrderLineModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { line, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { currencyCode } from '#organization/tenants/schemas.ts'
import { codeText } from '../discount-codes/schemas.ts'
import { LineKind } from './line-amounts.ts'
import { OrderPurpose, OrderStatus, outstandingOf } from './rules.ts'

const LinePackage = z
  .strictObject({
    sessions: z.int().min(1).max(1000).meta({
      description: 'Number of sessions in each unit of the line, from 1 to 1,000.',
      example: 10,
    }),
    validMonths: z.int().min(1).max(120).nullable().meta({
      description:
        'Validity in months from the date of the order; null if the package does not expire.',
      example: 12,
    }),
  })
  .meta({ id: 'LinePackage', example: { sessions: 10, validMonths: 12 } })
export type LinePackage = z.infer<typeof LinePackage>

const lineMembers = {
  description: line(500).meta({
    description: 'Text of the charge, which the order shows.',
    example: 'Early intervention, 45 minutes',
  }),
  quantity: z
    .int()
    .min(1)
    .max(1000)
    .meta({ description: 'Number of units charged, from 1 to 1,000.', example: 1 }),
  unitAmount: z.int().min(0).max(100_000_000).meta({
    description: 'Price per unit without tax, in minor units of the currency.',
    example: 9500,
  }),
  kind: z.enum(LineKind).meta({
    description: 'Whether the line is a service, a package of sessions, goods or a fee.',
    example: 'SERVICE',
  }),
  discount: LineDiscount.nullable().meta({
    description: 'Discount on the line before tax, as `percent` or `amount`; null for none.',
    example: null,
  }),
  taxRate: z.number().min(0).max(100).multipleOf(0.01).meta({
    description: 'Tax rate in percent of the amount after the discount, with two decimals.',
    example: 0,
  }),
  taxExemption: line(200).nullable().meta({
    description: 'Reason why no tax is charged, which invoices show; null if tax is charged.',
    example: 'Exempt: therapeutic treatment',
  }),
  package: LinePackage.nullable().meta({
    description:
      'For kind PACKAGE: the sessions that the child gets. They are for `serviceId` or, if it is omitted, for any service. Null for other kinds.',
    example: null,
  }),
}

const amountOf = (description: string, example: number) =>
  z.int().meta({ description: `${description}, in minor units of the currency.`, example })

export const OrderLine = resourceSchema('OrderLine', {
  id: idOf('orderLine'),
  serviceId: idOf('service').nullable(),
  ...lineMembers,
  discountAmount: amountOf('Discount amount', 0),
  taxAmount: amountOf('Tax, rounded half up', 0),
  amount: amountOf('Line total with tax', 9500),
})
export type OrderLine = z.infer<typeof OrderLine>

export const Order = resourceSchema('Order', {
  id: idOf('order'),
  childId: idOf('child')
    .nullable()
    .meta({
      description: 'Child whose care is charged; null if there is none.',
      example: exampleId('child'),
    }),
  clientId: idOf('client')
    .nullable()
    .meta({
      description:
        'Client who is charged: the billing guardian when the order was created. Null if an organization pays.',
      example: exampleId('client'),
    }),
  payerId: idOf('payer').nullable().meta({
    description: 'Payer whose terms apply; null if the order specifies only a client.',
    example: null,
  }),
  appointmentId: idOf('appointment').nullable(),
  discountCodeId: idOf('discountCode').nullable().meta({
    description: 'Discount code of the order; null if there is none.',
    example: null,
  }),
  purpose: z.enum(OrderPurpose).meta({
    description:
      'Whether the order is for a service or goods, for the fee of an appointment that did not take place, or for the fee of a reminder.',
  }),
  status: z.enum(OrderStatus).meta({
    description:
      'Whether the order is open (including partly paid), paid (including amounts of 0), cancelled, refunded in full, or written off.',
  }),
  amount: amountOf('Amount due: the sum of the lines, with tax', 9500),
  discountAmount: amountOf('Total of the discounts of all lines', 0),
  taxAmount: amountOf('Total of the taxes of all lines', 0),
  amountPaid: amountOf('Amount captured, including amounts that were refunded later', 0),
  amountOutstanding: amountOf('Amount still due; 0 if the order is not open', 9500),
  currency: z.string().meta({
    description: 'Currency of all amounts of the order, as an ISO 4217 code.',
    example: 'EUR',
  }),
  lines: z.array(OrderLine).meta({ description: 'Charges, line by line.' }),
  ...recordMembers,
})
export type Order = z.infer<typeof Order>

export const OrderTotal = resourceSchema('OrderTotal', {
  ...totalMembers('orders'),
  amount: amountOf('Total with tax', 9500),
  discountAmount: amountOf('Their discounts', 0),
  taxAmount: amountOf('Their taxes', 0),
})
export type OrderTotal = z.infer<typeof OrderTotal>

const CreateOrderLine = z.strictObject({
  serviceId: idOf('service').exactOptional(),
  ...lineMembers,
  kind: lineMembers.kind.exactOptional(),
  discount: lineMembers.discount.exactOptional(),
  taxRate: lineMembers.taxRate.exactOptional(),
  taxExemption: lineMembers.taxExemption.exactOptional(),
  package: lineMembers.package.exactOptional(),
})
export type CreateOrderLine = z.infer<typeof CreateOrderLine>

export const CreateOrder = z
  .strictObject({
    appointmentId: idOf('appointment')
      .exactOptional()
      .meta({
        description: 'Appointment to charge at the price of its service.',
        example: exampleId('appointment'),
      }),
    childId: idOf('child')
      .exactOptional()
      .meta({
        description: 'Child whose care is charged. Only with `lines`.',
        example: exampleId('child'),
      }),
    payerId: idOf('payer')
      .exactOptional()
      .meta({
        description:
          "Payer of the order. Defaults to the payer of the child's billing guardian. With `lines`, you can send a payer without a child.",
        example: exampleId('payer'),
      }),
    lines: z
      .array(CreateOrderLine)
      .min(1)
      .max(100)
      .exactOptional()
      .meta({
        description: 'Charges, 1 to 100 lines. Omit this to charge an appointment.',
        example: [{ description: 'Report', quantity: 1, unitAmount: 4500 }],
      }),
    discountCode: codeText.exactOptional().meta({
      description:
        'Discount code. It applies to those lines of the order that have no discount of their own.',
      example: 'WELCOME-10',
    }),
    currency: currencyCode().exactOptional().meta({
      description:
        "Currency of the lines. Defaults to the centre's currency. An appointment determines its own currency.",
      example: 'EUR',
    }),
  })
  .meta({ id: 'CreateOrder', example: { appointmentId: exampleId('appointment') } })
export type CreateOrder = z.infer<typeof CreateOrder>

export type OrderRow = OrderModel & { lines: OrderLineModel[] }

export const toOrder = (row: OrderRow): Order => ({
  id: row.id,
  childId: row.childId,
  clientId: row.clientId,
  payerId: row.payerId,
  appointmentId: row.appointmentId,
  discountCodeId: row.discountCodeId,
  purpose: row.purpose as Order['purpose'],
  status: row.status as Order['status'],
  amount: row.amountMinor,
  discountAmount: row.discountMinor,
  taxAmount: row.taxMinor,
  amountPaid: row.capturedMinor,
  amountOutstanding: outstandingOf(row),
  currency: row.currency,
  lines: row.lines.map(toOrderLine),
  ...recordOf(row),
})

const toOrderLine = (row: OrderLineModel): OrderLine => ({
  id: row.id,
  serviceId: row.serviceId,
  description: row.description,
  quantity: row.quantity,
  unitAmount: row.unitAmountMinor,
  kind: row.kind as OrderLine['kind'],
  discount: fromJson(LineDiscount.nullable(), row.discount),
  taxRate: row.taxBasisPoints / 100,
  taxExemption: row.taxExemption,
  package: fromJson(LinePackage.nullable(), row.package),
  discountAmount: row.discountMinor,
  taxAmount: row.taxMinor,
  amount: row.amountMinor,
})
