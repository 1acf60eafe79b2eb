import type { z } from 'zod'
import type { Dunning as DunningModel, Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import { DUE } from '../invoices/queries.ts'
import { DunningStatus, type InvoicedOrder } from './rules.ts'
import { toDunning } from './schemas.ts'

export const DunningQuery = listQuery('dunning', ['-createdAt', 'createdAt'], {
  status: anyOf(DunningStatus, 'Returns only dunning with this status.'),
  invoiceId: idOf('invoice').optional(),
  payerId: idOf('payer').optional(),
  clientId: idOf('client').optional(),
})
export type DunningQuery = z.infer<typeof DunningQuery>

const dunnings = recordQueries({
  permission: 'invoices:read',
  name: 'dunning',
  find: ({ db }, selection: Selection<Prisma.DunningWhereInput>) => db.dunning.findMany(selection),
  show: each(toDunning),
})

export const loadDunning = dunnings.load
export const getDunning = dunnings.get
export const listDunnings = dunnings.list((query: DunningQuery) =>
  given(query, 'status', 'invoiceId', 'payerId', 'clientId'),
)

/** Locks the dunning of an issued invoice. A draft has none. */
export const lockDunningOf = async (
  tx: Transaction,
  invoiceId: string,
): Promise<DunningModel | null> => {
  await tx.sql(LOCK, [tx.tenantId, invoiceId])
  return tx.db.dunning.findFirst({ where: { tenantId: tx.tenantId, invoiceId } })
}

const LOCK = 'SELECT id FROM dunnings WHERE tenant_id = $1 AND invoice_id = $2 FOR UPDATE'

/** What remains of an invoice, by order. */
export const invoicedOrders = (reader: Reader, invoiceId: string): Promise<InvoicedOrder[]> =>
  reader.sql<InvoicedOrder>(ORDERS, [reader.tenantId, invoiceId])

const ORDERS = `
  SELECT o.status, l.credited_by IS NOT NULL AS credited,
    ${DUE} AS due
  FROM invoice_orders l JOIN orders o ON o.tenant_id = l.tenant_id AND o.id = l.order_id
  WHERE l.tenant_id = $1 AND l.invoice_id = $2 ORDER BY l.order_id`
