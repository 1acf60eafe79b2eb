import { LineDiscount } from './line-discount.ts'
import { z } from 'zod'
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
      description: 'How many sessions each unit of the line buys, from 1 to 1,000.',
      example: 10,
    }),
    validMonths: z.int().min(1).max(120).nullable().meta({
      description: 'Months from the order on in which they can be used; null for no end.',
      example: 12,
    }),
  })
  .meta({ id: 'LinePackage', example: { sessions: 10, validMonths: 12 } })
export type LinePackage = z.infer<typeof LinePackage>

const lineMembers = {
  description: line(500).meta({
    description: 'Text of the charge, as on the order.',
    example: 'Early intervention, 45 minutes',
  }),
  quantity: z
    .int()
    .min(1)
    .max(1000)
    .meta({ description: 'How many units are charged, from 1 to 1,000.', example: 1 }),
  unitAmount: z.int().min(0).max(100_000_000).meta({
    description: 'Price of one without tax, in minor units of the currency.',
    example: 9500,
  }),
  kind: z.enum(LineKind).meta({
    description: 'A service, a package of sessions, goods or a fee.',
    example: 'SERVICE',
  }),
  discount: LineDiscount.nullable().meta({
    description: 'Discount on the line before tax: `percent` or `amount`, if any.',
    example: null,
  }),
  taxRate: z.number().min(0).max(100).multipleOf(0.01).meta({
    description: 'Tax in percent of what is left after the discount, with two decimals.',
    example: 0,
  }),
  taxExemption: line(200).nullable().meta({
    description: 'Why no tax is charged, as invoices say it. Null where tax is charged.',
    example: 'Exempt: therapeutic treatment',
  }),
  package: LinePackage.nullable().meta({
    description:
      'Of the kind PACKAGE: the sessions that it buys for the child, of `serviceId` or, without it, of any service. Null for other kinds.',
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
      description: 'The child whose care it is for; null for none.',
      example: exampleId('child'),
    }),
  clientId: idOf('client')
    .nullable()
    .meta({
      description:
        'The client who is charged: the billing guardian when it was made. Null where an organization pays.',
      example: exampleId('client'),
    }),
  payerId: idOf('payer').nullable().meta({
    description: 'Who pays, on whose terms; null where nobody but the client was named.',
    example: null,
  }),
  appointmentId: idOf('appointment').nullable(),
  discountCodeId: idOf('discountCode').nullable().meta({
    description: 'The code that its lines are discounted by; null for none.',
    example: null,
  }),
  purpose: z.enum(OrderPurpose).meta({
    description:
      'A service or goods, the fee of an appointment that did not take place, or that of a reminder.',
  }),
  status: z.enum(OrderStatus).meta({
    description:
      'Whether the order is open (also where a part is paid), paid (also where it comes to 0), cancelled, paid and refunded in full, or given up.',
  }),
  amount: amountOf('Amount due: the sum of the lines, with tax', 9500),
  discountAmount: amountOf('Discounts of all lines together', 0),
  taxAmount: amountOf('Taxes of all lines together', 0),
  amountPaid: amountOf('Amount captured, including amounts refunded since', 0),
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
  currency: z.string().meta({ description: 'As an ISO 4217 code.', example: 'EUR' }),
  count: z.int().meta({ description: 'How many orders.', example: 1 }),
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
        description: "Makes the order of this appointment, at its service's price.",
        example: exampleId('appointment'),
      }),
    childId: idOf('child')
      .exactOptional()
      .meta({
        description: 'With `lines`, where there is no appointment.',
        example: exampleId('child'),
      }),
    payerId: idOf('payer')
      .exactOptional()
      .meta({
        description:
          "Who pays. Defaults to the payer of the child's billing guardian. With `lines`, an order can be of a payer alone.",
        example: exampleId('payer'),
      }),
    lines: z
      .array(CreateOrderLine)
      .min(1)
      .max(100)
      .exactOptional()
      .meta({
        description:
          'What to charge, 1 to 100 lines. Leave out when the order is made from an appointment.',
        example: [{ description: 'Report', quantity: 1, unitAmount: 4500 }],
      }),
    discountCode: codeText.exactOptional().meta({
      description:
        'A code that takes something off: off lines that it is for and that have no discount of their own.',
      example: 'WELCOME-10',
    }),
    currency: currencyCode().exactOptional().meta({
      description: "Of the lines; defaults to the centre's. An appointment brings its own.",
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
