import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/ids.ts'
import { anyOf, instantRange, listQuery } from '#platform/core/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/record-queries.ts'
import { OrderPurpose, OrderStatus } from './rules.ts'
import { toOrder } from './schemas.ts'

export const OrderQuery = listQuery('order', ['-createdAt', 'createdAt'], {
  status: anyOf(OrderStatus, 'Only orders in this status.'),
  purpose: anyOf(OrderPurpose, 'Only orders for this purpose.'),
  childId: idOf('child').optional(),
  clientId: idOf('client').optional(),
  appointmentId: idOf('appointment').optional(),
  ...instantRange('createdAt'),
})
export type OrderQuery = z.infer<typeof OrderQuery>

/** Lines in the order in which they were given. */
export const withLines = { lines: { orderBy: { id: 'asc' } } } as const

const orders = recordQueries({
  permission: 'orders:read',
  name: 'order',
  find: ({ db }, selection: Selection<Prisma.OrderWhereInput>) =>
    db.order.findMany({ ...selection, include: withLines }),
  show: each(toOrder),
})

export const loadOrder = orders.load
export const getOrder = orders.get
export const listOrders = orders.list((query: OrderQuery) => ({
  ...given(query, 'status', 'purpose', 'childId', 'clientId', 'appointmentId'),
}))
