import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { CHANNELS } from '#platform/outbox/channels.ts'

/**
 * Makes the courier load the endpoint again after this commit instead of at the next sweep. PostgreSQL
 * serializes commits that notify, but endpoints change rarely.
 */
export const announceEndpoint = async (
  tx: Transaction,
  { id: endpointId }: { id: string },
): Promise<void> => {
  await tx.sql(`SELECT pg_notify('${CHANNELS.deliveries}', $1)`, [endpointId])
}
