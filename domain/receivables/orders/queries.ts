import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, instantRange, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { totalsOnRequest, totalsQuery } from '#platform/core/lists/totals-on-request.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { currencyCode } from '#organization/tenants/schemas.ts'
import { OrderPurpose, OrderStatus } from './rules.ts'
import { toOrder, type OrderTotal } from './schemas.ts'

export const OrderQuery = listQuery('order', ['-createdAt', 'createdAt'], {
  status: anyOf(OrderStatus, 'Returns only orders with this status.'),
  purpose: anyOf(OrderPurpose, 'Returns only orders with this purpose.'),
  childId: idOf('child').optional(),
  clientId: idOf('client').optional(),
  payerId: idOf('payer').optional(),
  discountCodeId: idOf('discountCode').optional(),
  currency: currencyCode()
    .optional()
    .meta({ description: 'Returns only orders in this currency.' }),
  ...totalsQuery,
  appointmentId: idOf('appointment').optional(),
  ...instantRange('createdAt'),
})
export type OrderQuery = z.infer<typeof OrderQuery>

/** Lines in their original order. */
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
export const listOrders = orders.listWith(
  (query: OrderQuery) => ({
    ...given(query, 'status', 'purpose', 'childId', 'clientId', 'payerId', 'currency'),
    ...given(query, 'appointmentId', 'discountCodeId'),
  }),
  totalsOnRequest((reader, where) => totalsOf(reader, where)),
)

const totalsOf = async ({ db }: Reader, where: Prisma.OrderWhereInput): Promise<OrderTotal[]> => {
  const sums = await db.order.groupBy({
    by: ['currency'],
    where,
    orderBy: { currency: 'asc' },
    _count: true,
    _sum: { amountMinor: true, discountMinor: true, taxMinor: true },
  })
  return sums.map(({ currency, _count, _sum }) => ({
    currency,
    count: _count,
    amount: _sum.amountMinor ?? 0,
    discountAmount: _sum.discountMinor ?? 0,
    taxAmount: _sum.taxMinor ?? 0,
  }))
}
