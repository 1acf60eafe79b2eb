import type { Platform } from '../core/context/platform.ts'

/**
 * Has messages handed over to Temporal again that were handed over since then, for a Temporal that may
 * have forgotten them; of one centre or of all. Handing over twice does nothing. How many they are.
 */
export const repeatHandOvers = async (
  { database, clock }: Platform,
  { since, tenantId }: { since: Date; tenantId?: string },
): Promise<number> => {
  const { rowCount } = await database.system.query(REPEAT, [since, tenantId ?? null, clock.now()])
  return rowCount ?? 0
}

const REPEAT = `
  UPDATE outbox SET done_at = NULL, attempts = 0, last_error = NULL, available_at = LEAST(available_at, $3)
  WHERE kind = 'workflow' AND done_at >= $1 AND ($2::text IS NULL OR tenant_id = $2)`
