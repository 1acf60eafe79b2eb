import type { Platform } from '../core/platform.ts'
import { deleteInBatches, type BatchOptions } from '../maintenance/delete-in-batches.ts'

/** A message to a workflow is kept so long after its hand-over, for who looks into a problem: 7 days. */
const KEPT_MS = 7 * 24 * 3_600_000

/**
 * Deletes messages to workflows that were handed over a while ago. Events are never deleted: they
 * are the event log. For a schedule.
 */
export const purgeMessages = (platform: Platform, options?: BatchOptions): Promise<number> => {
  const before = new Date(platform.clock.now().getTime() - KEPT_MS)
  const where = `kind = 'workflow' AND done_at < $1`
  return deleteInBatches(platform, { table: 'outbox', where, values: [before] }, options)
}
