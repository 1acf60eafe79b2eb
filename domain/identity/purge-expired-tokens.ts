import type { Platform } from '../core/platform.ts'
import { deleteInBatches, type BatchOptions } from '../maintenance/delete-in-batches.ts'

/** Deletes what expired by itself: such tokens are refused without their rows. For a schedule. */
export const purgeExpiredTokens = async (
  platform: Platform,
  options?: BatchOptions,
): Promise<number> => {
  const expired = { where: 'expires_at < $1', values: [platform.clock.now()] }
  const revoked = await deleteInBatches(platform, { table: 'revoked_tokens', ...expired }, options)
  const refresh = await deleteInBatches(platform, { table: 'refresh_tokens', ...expired }, options)
  const operators = await deleteInBatches(
    platform,
    { table: 'operator_tokens', ...expired },
    options,
  )
  return revoked + refresh + operators
}
