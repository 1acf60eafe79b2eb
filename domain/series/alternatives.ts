import { Temporal } from 'temporal-polyfill'
import type { Series as SeriesModel } from '../../prisma/generated/client.ts'
import { inZone, MINUTE_MS } from '../core/time.ts'
import type { Transaction } from '../core/transaction.ts'

const MOST = 3
/** Local times that are looked at, from that of the occurrence: half an hour apart, for two hours. */
const STEPS_MINUTES = [30, -30, 60, -60, 90, -90, 120, -120]
/** …and days. */
const DAYS = [0, 1, -1, 2, -2]

interface Wanted {
  startsAt: Date | null
  providerId: string
  roomId: string | null
  appointmentId: string | null
}

/** Free starts near the one that was refused, the nearest first. */
export const alternativesTo = async (
  tx: Transaction,
  series: SeriesModel,
  wanted: Wanted,
): Promise<string[]> => {
  if (!wanted.startsAt) return []
  const candidates = startsNear(wanted.startsAt, series.zone).filter((start) => start > tx.now)
  const free = await tx.sql<{ startsAt: Date }>(FREE, [
    tx.tenantId,
    candidates,
    series.serviceId,
    series.durationMinutes,
    wanted.providerId,
    series.childId,
    wanted.roomId,
    wanted.appointmentId ?? '',
    MOST,
  ])
  return free.map(({ startsAt }) => inZone(startsAt, series.zone))
}

const startsNear = (startsAt: Date, zone: string): Date[] => {
  const at = Temporal.Instant.fromEpochMilliseconds(startsAt.getTime()).toZonedDateTimeISO(zone)
  return DAYS.flatMap((days) =>
    [0, ...STEPS_MINUTES].map(
      (minutes) => new Date(at.add({ days }).epochMilliseconds + minutes * MINUTE_MS),
    ),
  )
}

/** Candidates in their order for which provider, child and room have nothing else. */
const FREE = `
  WITH lengths AS (
    SELECT make_interval(mins => COALESCE($4::int, s.duration_minutes, 60)) AS duration,
           make_interval(mins => COALESCE(s.buffer_before_minutes, 0)) AS before,
           make_interval(mins => COALESCE(s.buffer_after_minutes, 0)) AS after
    FROM (VALUES (true)) AS one LEFT JOIN services s ON s.tenant_id = $1 AND s.id = $3::text)
  SELECT c.start AS "startsAt" FROM unnest($2::timestamptz[]) WITH ORDINALITY AS c(start, rank) CROSS JOIN lengths l
  WHERE NOT EXISTS (
    SELECT FROM appointments a
    WHERE a.tenant_id = $1 AND a.id <> $8
      AND a.status IN ('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED')
      AND a.starts_at BETWEEN c.start - interval '2 days' AND c.start + interval '2 days'
      AND ((a.child_id = $6 AND tstzrange(a.starts_at, a.ends_at) && tstzrange(c.start, c.start + l.duration))
        OR ((a.provider_id = $5 OR a.room_id = $7::text)
          AND tstzrange(a.busy_from, a.busy_until) && tstzrange(c.start - l.before, c.start + l.duration + l.after))))
  ORDER BY c.rank LIMIT $9`
