import { REBOOKED_WITHIN, STANDS } from '../families/appointments.ts'
import { KEPT_FAMILY_NAMES, type KeptFamily } from '../families/kept-families.ts'

/**
 * $1 is the tenant, $2 the changes as JSON. `places` are locations with zones; '' collects records without a
 * location.
 */
const CHANGED = `
  changed AS MATERIALIZED (
    SELECT DISTINCT * FROM jsonb_to_recordset($2::jsonb)
      AS c(source text, record_id text, location_id text, counted_at timestamptz, child_id text)
  ),
  unsettled AS MATERIALIZED (
    SELECT record_id FROM changed WHERE source = 'appointments'
    UNION SELECT record_id FROM analytics_changes WHERE tenant_id = $1 AND source = 'appointments'
  ),
  places AS MATERIALIZED (
    SELECT id, time_zone FROM locations WHERE tenant_id = $1
    UNION ALL SELECT '', default_time_zone FROM tenants WHERE tenant_id = $1
  )`

const localDay = (instant: string) => `therapy.local_time(${instant}, l.time_zone)::date`
const at = (location: string) => `JOIN places l ON l.id = ${location}`

/** For changes that contain the day of counting. */
const noted = (source: string) => `
  (SELECT c.location_id, ${localDay('c.counted_at')} AS counted_on
  FROM changed c ${at('c.location_id')}
  WHERE c.source = '${source}')`

/** The counts of a location whose zone changed, including a day before and after. */
const OF_LOCATION = [
  `(SELECT d.location_id, d.counted_on + beside.n AS counted_on
  FROM changed c
  JOIN analytics_days d ON d.tenant_id = $1 AND d.family = $3 AND d.grain = 31 AND d.location_id = c.record_id
  CROSS JOIN generate_series(-1, 1) AS beside(n)
  WHERE c.source = 'locations')`,
]

/**
 * The days to recount for appointments: those of appointments that changed or whose child changed, and those of
 * the child's completed appointments in the 30 days before, which may count as rebooked now. Left out are those
 * that another counted appointment makes rebooked anyway. An appointment with pending changes does not count for
 * this, because then each of two could rely on the other.
 */
const APPOINTMENTS = [
  noted('appointments'),
  `(SELECT a.location_id, ${localDay('a.starts_at')}
  FROM changed c
  JOIN appointments a ON a.tenant_id = $1 AND a.id = c.record_id
  ${at('a.location_id')}
  WHERE c.source = 'appointments' AND c.location_id IS NULL)`,
  `(SELECT a.location_id, ${localDay('a.starts_at')}
  FROM changed c
  JOIN appointments a ON a.tenant_id = $1 AND a.child_id = c.record_id
  ${at('a.location_id')}
  WHERE c.source = 'children')`,
  `(SELECT a.location_id, ${localDay('a.starts_at')}
  FROM changed c
  JOIN appointments a ON a.tenant_id = $1 AND a.child_id = c.child_id AND a.status = 'COMPLETED'
    AND a.starts_at < c.counted_at AND a.starts_at >= c.counted_at - ${REBOOKED_WITHIN}
  ${at('a.location_id')}
  WHERE c.source = 'appointments' AND NOT EXISTS (SELECT FROM appointments n
    WHERE n.tenant_id = $1 AND n.child_id = a.child_id AND n.starts_at > a.starts_at
      AND n.starts_at <= a.starts_at + ${REBOOKED_WITHIN} AND n.status IN (${STANDS})
      AND n.id NOT IN (SELECT record_id FROM unsettled)))`,
]

/** Sessions affected by changes of the session, of its appointment or of its child. */
const SESSIONS = [
  noted('sessions'),
  `(SELECT coalesce(a.location_id, k.location_id, ''), ${localDay('x.started_at')}
  FROM (
    SELECT x.* FROM changed c JOIN sessions x ON x.tenant_id = $1 AND x.id = c.record_id
    WHERE c.source = 'sessions' AND c.location_id IS NULL
    UNION ALL
    SELECT x.* FROM changed c JOIN sessions x ON x.tenant_id = $1 AND x.appointment_id = c.record_id
    WHERE c.source = 'appointments'
    UNION ALL
    SELECT x.* FROM changed c JOIN sessions x ON x.tenant_id = $1 AND x.child_id = c.record_id
    WHERE c.source = 'children'
  ) x
  LEFT JOIN appointments a ON a.tenant_id = $1 AND a.id = x.appointment_id
  LEFT JOIN children k ON k.tenant_id = $1 AND k.id = x.child_id
  ${at(`coalesce(a.location_id, k.location_id, '')`)})`,
]

/** Money affected by changes of its own record, of its order's appointment or of the child. */
const MONEY = [
  noted('money'),
  `(SELECT coalesce(a.location_id, ''), ${localDay('m.counted_at')}
  FROM (
    SELECT o.id, o.appointment_id, o.created_at FROM changed c
    JOIN orders o ON o.tenant_id = $1 AND o.appointment_id = c.record_id
    WHERE c.source = 'appointments'
    UNION
    SELECT o.id, o.appointment_id, o.created_at FROM changed c
    JOIN orders o ON o.tenant_id = $1 AND o.child_id = c.record_id
    WHERE c.source = 'children'
  ) o
  CROSS JOIN LATERAL (
    SELECT o.created_at AS counted_at
    UNION ALL
    SELECT p.settled_at FROM payments p
    WHERE p.tenant_id = $1 AND p.order_id = o.id AND p.status = 'SUCCEEDED'
    UNION ALL
    SELECT r.settled_at FROM payments p
    JOIN refunds r ON r.tenant_id = $1 AND r.payment_id = p.id AND r.status = 'SUCCEEDED'
    WHERE p.tenant_id = $1 AND p.order_id = o.id
  ) m
  LEFT JOIN appointments a ON a.tenant_id = $1 AND a.id = o.appointment_id
  ${at(`coalesce(a.location_id, '')`)})`,
]

/** For each family, the days on which changed records count or counted. */
const DAYS: Record<KeptFamily, readonly string[]> = {
  APPOINTMENTS,
  SESSIONS,
  MONEY,
}

/** SQL that returns each affected day of a family once, as rows of a span. $3 is the family. */
export const CHANGED_DAYS = Object.fromEntries(
  KEPT_FAMILY_NAMES.map((family) => [
    family,
    `WITH ${CHANGED}
     SELECT days.location_id, l.time_zone, days.counted_on::text AS starts_on, (days.counted_on + 1)::text AS ends_on
     FROM (${[...DAYS[family], ...OF_LOCATION].join(' UNION ')}) days
     ${at('days.location_id')}
     ORDER BY 1, 3`,
  ]),
) as Record<KeptFamily, string>
