import type { Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadOrder, withLines } from './queries.ts'
import { toOrder, type Order, type OrderRow } from './schemas.ts'

/** How an order is loaded, written and shown by the verbs that change it. */
export const orderRecord: RecordKind<OrderRow, Prisma.OrderUncheckedUpdateInput, Order> = {
  type: 'order',
  table: 'orders',
  permission: 'orders:write',
  load: loadOrder,
  update: (tx, id, data) => tx.db.order.update({ where: keyOf(tx, id), data, include: withLines }),
  show: toOrder,
}
