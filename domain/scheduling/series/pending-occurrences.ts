import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** The pending occurrences of a series, in order. */
export const pendingOccurrences = async (
  tx: Pick<Transaction, 'sql' | 'tenantId'>,
  seriesId: string,
  limit: number,
): Promise<string[]> => {
  const rows = await tx.sql<{ id: string }>(PENDING, [tx.tenantId, seriesId, limit])
  return rows.map(({ id }) => id)
}

const PENDING = `
  SELECT id FROM series_occurrences WHERE tenant_id = $1 AND series_id = $2 AND pending IS NOT NULL
  ORDER BY turn, number LIMIT $3`
