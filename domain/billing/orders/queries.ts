import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { instantRange, pageQuery, paginate, within } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { OrderPurpose, OrderStatus } from './rules.ts'
import { toOrder, type OrderRow } from './schemas.ts'

export const OrderQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  status: z.enum(OrderStatus).optional().meta({ description: 'Only orders in this status.' }),
  purpose: z.enum(OrderPurpose).optional().meta({ description: 'Only orders for this purpose.' }),
  childId: idOf('child').optional(),
  clientId: idOf('client').optional(),
  appointmentId: idOf('appointment').optional(),
  ...instantRange('createdAt'),
})
export type OrderQuery = z.infer<typeof OrderQuery>

/** Lines in the order in which they were given. */
export const withLines = { lines: { orderBy: { id: 'asc' } } } as const

export const getOrder = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'orders:read', async (reader) => toOrder(await loadOrder(reader, id)))

export const listOrders = (ctx: Context, query: OrderQuery) =>
  read(ctx, 'orders:read', (reader) => {
    const { status, purpose, childId, clientId, appointmentId } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(status && { status }),
      ...(purpose && { purpose }),
      ...(childId && { childId }),
      ...(clientId && { clientId }),
      ...(appointmentId && { appointmentId }),
      createdAt: within(query, 'createdAt'),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.order.findMany({
          where: { AND: [filter, where] },
          orderBy,
          take,
          include: withLines,
        }),
      toOrder,
    )
  })

export const loadOrder = async (reader: Reader, id: string): Promise<OrderRow> => {
  const row = await reader.db.order.findFirst({ where: inTenant(reader, id), include: withLines })
  if (!row) throw notFound('order')
  return row
}
