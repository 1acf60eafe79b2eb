import type { Platform } from '../core/platform.ts'
import { deleteInBatches, type BatchOptions } from '../maintenance/delete-in-batches.ts'
import { KEY_LIFETIME_MS } from './claim-key.ts'

/** Deletes keys that no longer answer for their request. For a schedule. */
export const purgeExpiredKeys = (platform: Platform, options?: BatchOptions): Promise<number> => {
  const diedAt = new Date(platform.clock.now().getTime() - KEY_LIFETIME_MS)
  const doomed = { table: 'idempotency_keys', where: 'created_at <= $1', values: [diedAt] }
  return deleteInBatches(platform, doomed, options)
}
