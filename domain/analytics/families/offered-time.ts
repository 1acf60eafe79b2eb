import { defineFamily } from './family.ts'

const midnight = (day: string, zone: string) => `therapy.instant_of((${day})::timestamp, ${zone})`
const wholeDay = (day: string, zone: string) =>
  `tstzrange(${midnight(day, zone)}, ${midnight(`${day} + 1`, zone)})`
/** If the hours do not end after their start, they end on the next day. */
const hoursOn = (day: string, zone: string) =>
  `tstzrange(therapy.instant_of(${day} + w.starts, ${zone}),
    therapy.instant_of(${day} + CASE WHEN w.ends > w.starts THEN 0 ELSE 1 END + w.ends, ${zone}, true))`
const windowsOf = (column: string) =>
  `CROSS JOIN LATERAL (SELECT weekday, "startTime" AS starts, "endTime" AS ends
    FROM jsonb_to_recordset(${column}) AS x(weekday text, "startTime" time, "endTime" time)) w`

/** Neighbouring days, because hours can extend into the next day and a block can begin on the previous one. */
const BESIDE = `CROSS JOIN generate_series(-1, 1) AS beside(n)`

const DAYS = `
  days AS MATERIALIZED (
    SELECT s.location_id, s.time_zone, g.at::date AS day, to_char(g.at, 'FMDAY') AS weekday
    FROM span s
    CROSS JOIN LATERAL generate_series(s.starts_on::timestamp, s.ends_on - interval '1 day', interval '1 day') AS g(at)
  )`

/** Opening hours of locations, and absences of providers. */
const LIMITS = `
  open AS MATERIALIZED (
    SELECT d.location_id, d.day, range_agg(${hoursOn('d.day + beside.n', 'd.time_zone')}) AS hours
    FROM days d ${BESIDE}
    JOIN locations l ON l.tenant_id = $1 AND l.id = d.location_id
    ${windowsOf('l.hours')}
    WHERE w.weekday = to_char(d.day + beside.n, 'FMDAY')
    GROUP BY 1, 2
  ),
  shut AS MATERIALIZED (
    SELECT d.location_id, d.day, range_agg(${wholeDay('d.day + beside.n', 'd.time_zone')}) AS taken
    FROM days d ${BESIDE}
    JOIN closures c ON c.tenant_id = $1 AND c.archived_at IS NULL AND coalesce(c.location_id, d.location_id) = d.location_id
      AND d.day + beside.n BETWEEN c.starts_on AND c.ends_on
    GROUP BY 1, 2
  ),
  away AS MATERIALIZED (
    SELECT f.provider_id, g.at::date AS day, range_agg(tstzrange(f.starts_at, f.ends_at)) AS taken
    FROM time_off f
    CROSS JOIN LATERAL generate_series(date_trunc('day', f.starts_at) - interval '2 days', f.ends_at + interval '2 days',
      interval '1 day') AS g(at)
    WHERE f.tenant_id = $1 AND f.status = 'APPROVED'
      AND f.ends_at > (SELECT min(starts_at) FROM span) - interval '3 days'
      AND f.starts_at < (SELECT max(ends_at) FROM span) + interval '3 days'
    GROUP BY 1, 2
  )`

/** Days with clock changes in a zone. */
const CHANGES = `
  changes AS MATERIALIZED (
    SELECT z.time_zone, d.day
    FROM (SELECT DISTINCT time_zone FROM schedules WHERE tenant_id = $1) z
    CROSS JOIN (SELECT DISTINCT day FROM days) d
    WHERE ${midnight('d.day + 1', 'z.time_zone')} - ${midnight('d.day', 'z.time_zone')} <> interval '24 hours'
  )`

/** Weekly working hours of providers. Hours are `whole` if nothing else in the week overlaps or limits them. */
const WINDOWS = `
  hours AS MATERIALIZED (
    SELECT c.provider_id, c.location_id, c.time_zone, c.starts_on, c.ends_on, w.*
    FROM schedules c ${windowsOf('c.windows')}
    WHERE c.tenant_id = $1 AND c.archived_at IS NULL
  ),
  windows AS MATERIALIZED (
    SELECT w.*, NOT bool_or(w.ends <= w.starts) OVER of_day
      AND coalesce(max(w.ends) OVER (of_day ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) <= w.starts, true)
      AND coalesce(lead(w.starts) OVER of_day >= w.ends, true)
      AND (l.hours IS NULL OR l.time_zone = w.time_zone AND EXISTS (
        SELECT FROM jsonb_to_recordset(l.hours) AS x(weekday text, "startTime" time, "endTime" time)
        WHERE x.weekday = w.weekday AND x."startTime" <= w.starts AND x."endTime" >= w.ends)) AS whole
    FROM hours w
    JOIN locations l ON l.tenant_id = $1 AND l.id = w.location_id
    WINDOW of_day AS (PARTITION BY w.provider_id, w.location_id, w.weekday ORDER BY w.starts, w.ends)
  )`

/** Days on which the working hours depend on more than the weekly schedule. */
const TOUCHED = `
  closed AS MATERIALIZED (
    SELECT e.provider_id, e.location_id, e.occurs_on + beside.n AS day, range_agg(${wholeDay('e.occurs_on', 'e.time_zone')}) AS taken
    FROM schedule_exceptions e ${BESIDE}
    WHERE e.tenant_id = $1 AND e.archived_at IS NULL AND e.kind = 'CLOSED'
    GROUP BY 1, 2, 3
  ),
  touched AS MATERIALIZED (
    SELECT provider_id, day FROM closed
    UNION
    SELECT provider_id, day FROM away
    UNION
    SELECT provider_id, occurs_on FROM schedule_exceptions WHERE tenant_id = $1 AND archived_at IS NULL AND kind = 'EXTRA'
  )`

const WORKS_ON = `w.location_id = d.location_id AND w.weekday = d.weekday
      AND d.day BETWEEN coalesce(w.starts_on, '-infinity') AND coalesce(w.ends_on, 'infinity')`
/** A condition for plain weekly hours, which are the most common and need no range arithmetic. */
const IS_PLAIN = `(w.whole AND (w.provider_id, d.day) NOT IN (SELECT provider_id, day FROM touched)
      AND (d.location_id, d.day) NOT IN (SELECT location_id, day FROM shut)
      AND (w.time_zone, d.day) NOT IN (SELECT time_zone, day FROM changes))`

/** Exceptional working hours, without closed days. */
const WORKED = `
  worked AS (
    SELECT w.provider_id, w.location_id, d.day, left_over.hours
    FROM days d
    JOIN windows w ON ${WORKS_ON} AND NOT ${IS_PLAIN}
    LEFT JOIN closed here ON here.provider_id = w.provider_id AND here.location_id = w.location_id AND here.day = d.day
    LEFT JOIN closed everywhere
      ON everywhere.provider_id = w.provider_id AND everywhere.location_id IS NULL AND everywhere.day = d.day
    CROSS JOIN LATERAL (
      SELECT ${hoursOn('d.day', 'w.time_zone')} AS hours WHERE here.taken IS NULL AND everywhere.taken IS NULL
      UNION ALL
      SELECT unnest(tstzmultirange(${hoursOn('d.day', 'w.time_zone')}) - coalesce(here.taken, '{}') - coalesce(everywhere.taken, '{}'))
      WHERE here.taken IS NOT NULL OR everywhere.taken IS NOT NULL
    ) left_over
    UNION ALL
    SELECT e.provider_id, d.location_id, d.day, ${hoursOn('d.day', 'e.time_zone')}
    FROM days d
    JOIN schedule_exceptions e ON e.tenant_id = $1 AND e.archived_at IS NULL AND e.kind = 'EXTRA' AND e.occurs_on = d.day
      AND e.location_id = d.location_id
    ${windowsOf('e.windows')}
  )`

/**
 * Offered hours according to the current schedules, exceptions, time off, closures and opening hours. Hours
 * count on the day on which they start.
 */
export const offeredTime = defineFamily({
  dimensions: ['PROVIDER'],
  measures: ['offered_minutes'],
  kept: false,
  mostDays: 371,
  facts: `
    WITH ${DAYS}, ${LIMITS}, ${CHANGES}, ${WINDOWS}, ${TOUCHED}, ${WORKED},
    offered AS (
      SELECT provider_id, location_id, day, range_agg(hours) AS hours FROM worked GROUP BY 1, 2, 3
    )
    SELECT d.location_id, d.day AS counted_on, w.provider_id AS record_id, '' AS currency, w.provider_id,
      (extract(epoch FROM w.ends - w.starts) / 60)::int AS offered_minutes
    FROM days d
    JOIN windows w ON ${WORKS_ON} AND ${IS_PLAIN}
    UNION ALL
    SELECT o.location_id, o.day, o.provider_id, '', o.provider_id,
      (SELECT coalesce(sum(extract(epoch FROM upper(r) - lower(r)) / 60), 0)::int
       FROM unnest(o.hours * CASE WHEN l.hours IS NULL THEN tstzmultirange(tstzrange(NULL, NULL)) ELSE coalesce(p.hours, '{}') END
         - coalesce(h.taken, '{}') - coalesce(y.taken, '{}')) AS r)
    FROM offered o
    JOIN locations l ON l.tenant_id = $1 AND l.id = o.location_id
    LEFT JOIN open p ON p.location_id = o.location_id AND p.day = o.day
    LEFT JOIN shut h ON h.location_id = o.location_id AND h.day = o.day
    LEFT JOIN away y ON y.provider_id = o.provider_id AND y.day = o.day`,
})
