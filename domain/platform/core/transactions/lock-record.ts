import type { RecordTable } from '#vocabulary/resources.ts'
import type { Transaction } from './transaction.ts'

/**
 * Locks a record until the transaction ends, so that later loads see the state that will be changed. Returns no
 * row for a record that the caller may not write, even if they may read it.
 */
export const lockRecord = (tx: Transaction, table: RecordTable, id: string): Promise<object[]> =>
  tx.sql(`SELECT 1 FROM ${table} WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, [tx.tenantId, id])
