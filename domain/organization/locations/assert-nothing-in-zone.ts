import { DomainError } from '#platform/core/errors/errors.ts'
import { inWords } from '#platform/core/records/assert-unused.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

interface InZone {
  type: 'appointment' | 'schedule' | 'scheduleException' | 'series'
  count: number
}

const WORDS: Record<InZone['type'], readonly [one: string, several: string]> = {
  appointment: ['appointment ahead', 'appointments ahead'],
  schedule: ['schedule', 'schedules'],
  scheduleException: ['schedule exception ahead', 'schedule exceptions ahead'],
  series: ['series', 'series'],
}

/**
 * Refuses to change a location's zone alone: hours would stay in the previous one, and nobody would have decided
 * whether appointments keep their local times.
 */
export const assertNothingInZone = async (
  tx: Transaction,
  { id, timeZone }: { id: string; timeZone: string },
): Promise<void> => {
  const uses = await tx.sql<InZone>(IN_ZONE, [tx.tenantId, id, tx.now])
  if (uses.length === 0) return
  throw new DomainError(
    'time_zone_in_use',
    `The location has ${inWords(uses, WORDS)} in ${timeZone}. Correct them together: POST /v1/locations/${id}/correct-time-zone, first with dryRun=true.`,
    { extra: { uses } },
  )
}

const IN_ZONE = `
  SELECT type, count(*)::int AS count FROM (
    SELECT 'appointment' AS type FROM appointments
    WHERE tenant_id = $1 AND location_id = $2 AND starts_at > $3 AND group_id IS NULL
      AND status IN ('PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN')
    UNION ALL
    SELECT 'schedule' FROM schedules WHERE tenant_id = $1 AND location_id = $2 AND archived_at IS NULL
    UNION ALL
    SELECT 'scheduleException' FROM schedule_exceptions
    WHERE tenant_id = $1 AND location_id = $2 AND archived_at IS NULL AND occurs_on >= $3::timestamptz::date - 1
    UNION ALL
    SELECT 'series' FROM series s
    WHERE tenant_id = $1 AND location_id = $2 AND cancelled_at IS NULL AND EXISTS (
      SELECT FROM series_occurrences o WHERE o.tenant_id = s.tenant_id AND o.series_id = s.id AND o.starts_at > $3)
  ) uses GROUP BY 1 ORDER BY 1`
