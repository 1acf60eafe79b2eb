import type { Platform } from '../core/context/platform.ts'

export interface OutboxBacklog {
  /** The number of committed rows that have not been handed over. */
  pending: number
  /** The age of the oldest row that is due; 0 if there is none. */
  oldestAgeSeconds: number
}

/** The backlog across all tenants, for /metrics and /readyz. */
export const outboxBacklog = async (platform: Platform): Promise<OutboxBacklog> => {
  const { rows } = await platform.database.system.query<{ pending: number; oldest: Date | null }>({
    name: 'outbox_backlog',
    text: BACKLOG,
    values: [platform.clock.now()],
  })
  const { pending, oldest } = rows[0]!
  const ageMs = oldest ? platform.clock.now().getTime() - oldest.getTime() : 0
  return { pending, oldestAgeSeconds: Math.max(0, ageMs / 1_000) }
}

/** Each kind has an index of its pending rows. */
const backlogOf = (kind: 'event' | 'workflow') => `
  SELECT count(*) AS pending,
         min(GREATEST(created_at, CASE WHEN attempts = 0 THEN available_at END))
           FILTER (WHERE attempts > 0 OR available_at <= $1) AS oldest
  FROM outbox WHERE kind = '${kind}' AND done_at IS NULL`

const BACKLOG = `
  SELECT sum(pending)::int AS pending, min(oldest) AS oldest
  FROM (${backlogOf('event')} UNION ALL ${backlogOf('workflow')})`
