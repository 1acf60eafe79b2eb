import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { invalidReference } from '#platform/core/errors/errors.ts'
import type { Invoiceable } from './rules.ts'

/** Locks the orders in a fixed order, so that none is cancelled or invoiced meanwhile. */
export const lockOrders = async (
  tx: Transaction,
  ids: readonly string[],
): Promise<Invoiceable[]> => {
  const rows = await tx.sql<Invoiceable>(LOCK, [tx.tenantId, ids])
  const found = new Set(rows.map(({ id }) => id))
  const missing = ids.findIndex((id) => !found.has(id))
  if (missing >= 0) throw invalidReference(`orderIds.${missing}`, 'order')
  return rows
}

const LOCK = `
  SELECT id, status, currency, client_id AS "clientId", payer_id AS "payerId"
  FROM orders WHERE tenant_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE`
