import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { CHANNELS } from '#platform/outbox/channels.ts'

/**
 * The courier reloads the endpoint after this commit, not at the next sweep. PostgreSQL serializes notifying
 * commits; endpoints change rarely.
 */
export const announceEndpoint = async (
  tx: Transaction,
  { id: endpointId }: { id: string },
): Promise<void> => {
  await tx.sql(`SELECT pg_notify('${CHANNELS.deliveries}', $1)`, [endpointId])
}
