import type { Transaction } from '#platform/core/transaction.ts'
import { CHANNELS } from '#platform/outbox/channels.ts'

/**
 * Couriers that hold the endpoint look at it anew when this commits, not at their next sweep. PostgreSQL
 * serialises commits that notify; endpoints change seldom.
 */
export const tellCouriers = async (
  tx: Transaction,
  { id: endpointId }: { id: string },
): Promise<void> => {
  await tx.sql(`SELECT pg_notify('${CHANNELS.deliveries}', $1)`, [endpointId])
}
