import type { Platform } from '../core/context/platform.ts'

/**
 * Repeats all hand-overs to Temporal since an instant, in case Temporal has lost them, for one centre or all.
 * Repeating them has no effect otherwise. Returns their number.
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
