import type { Platform } from '../core/platform.ts'
import { systemSql } from './system-sql.ts'

/** Deletes what expired by itself: such tokens are refused without their rows. For a schedule. */
export const purgeExpiredTokens = async (platform: Platform): Promise<void> => {
  const sql = systemSql(platform)
  const now = platform.clock.now()
  for (const table of ['revoked_tokens', 'refresh_tokens']) {
    const text = `DELETE FROM ${table} WHERE expires_at < $1`
    await sql({ name: `purge_${table}`, text }, [now])
  }
}
