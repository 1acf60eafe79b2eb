import { z } from 'zod'
import type { Order as OrderModel, OrderLine as OrderLineModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { line, recordMembers, recordOf } from '#platform/core/record.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { currencyCode } from '#organization/tenants/schemas.ts'
import { OrderPurpose, OrderStatus } from './rules.ts'

const lineMembers = {
  description: line(500).meta({
    description: 'What is charged, as it stands on the order.',
    example: 'Early intervention, 45 minutes',
  }),
  quantity: z
    .int()
    .min(1)
    .max(1000)
    .meta({ description: 'How many units are charged, from 1 to 1,000.', example: 1 }),
  unitAmount: z
    .int()
    .min(0)
    .max(100_000_000)
    .meta({ description: 'Price of one, in minor units of the currency.', example: 9500 }),
}

export const OrderLine = resourceSchema('OrderLine', {
  id: idOf('orderLine'),
  serviceId: idOf('service').nullable(),
  ...lineMembers,
})
export type OrderLine = z.infer<typeof OrderLine>

export const Order = resourceSchema('Order', {
  id: idOf('order'),
  childId: idOf('child'),
  clientId: idOf('client')
    .nullable()
    .meta({
      description: 'Who is charged: the billing guardian when it was made.',
      example: exampleId('client'),
    }),
  appointmentId: idOf('appointment').nullable(),
  purpose: z.enum(OrderPurpose).meta({
    description: 'A service or goods, or the fee of an appointment that did not take place.',
  }),
  status: z.enum(OrderStatus).meta({
    description: 'Whether the order is open, paid, cancelled, or paid and refunded in full.',
  }),
  amount: z.int().meta({ description: 'In minor units of the currency.', example: 9500 }),
  currency: z.string().meta({
    description: 'Currency of all amounts of the order, as an ISO 4217 code.',
    example: 'EUR',
  }),
  lines: z.array(OrderLine).meta({ description: 'What is charged, line by line.' }),
  ...recordMembers,
})
export type Order = z.infer<typeof Order>

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
    lines: z
      .array(z.strictObject({ serviceId: idOf('service').exactOptional(), ...lineMembers }))
      .min(1)
      .max(100)
      .exactOptional()
      .meta({
        description:
          'What to charge, 1 to 100 lines. Leave out when the order is made from an appointment.',
        example: [{ description: 'Report', quantity: 1, unitAmount: 4500 }],
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
  appointmentId: row.appointmentId,
  purpose: row.purpose as Order['purpose'],
  status: row.status as Order['status'],
  amount: row.amountMinor,
  currency: row.currency,
  lines: row.lines.map((orderLine) => ({
    id: orderLine.id,
    serviceId: orderLine.serviceId,
    description: orderLine.description,
    quantity: orderLine.quantity,
    unitAmount: orderLine.unitAmountMinor,
  })),
  ...recordOf(row),
})
