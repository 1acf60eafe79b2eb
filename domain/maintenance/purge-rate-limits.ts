import type { Platform } from '../core/platform.ts'
import { deleteInBatches, type BatchOptions } from './delete-in-batches.ts'

/** Deletes the points of windows that have ended. Those without an end stay. For a schedule. */
export const purgeRateLimits = (platform: Platform, options?: BatchOptions): Promise<number> => {
  const values = [platform.clock.now().getTime()]
  return deleteInBatches(platform, { table: 'rate_limits', where: 'expire < $1', values }, options)
}
