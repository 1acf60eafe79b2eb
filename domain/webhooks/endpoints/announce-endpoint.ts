import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { CHANNELS } from '#platform/outbox/channels.ts'

/**
 * The courier reads the endpoint again when this commits, not at the next sweep. PostgreSQL
 * serializes commits that notify; endpoints change seldom.
 */
export const announceEndpoint = async (
  tx: Transaction,
  { id: endpointId }: { id: string },
): Promise<void> => {
  await tx.sql(`SELECT pg_notify('${CHANNELS.deliveries}', $1)`, [endpointId])
}
