import type { Transaction } from '../core/transaction.ts'
import { CHANNELS } from '../outbox/channels.ts'

/**
 * Couriers that hold the endpoint look at it anew when this commits, not at their next sweep. PostgreSQL
 * serialises commits that notify; endpoints change seldom.
 */
export const tellCouriers = async (tx: Transaction): Promise<void> => {
  await tx.sql(`SELECT pg_notify('${CHANNELS.deliveries}', '')`)
}
