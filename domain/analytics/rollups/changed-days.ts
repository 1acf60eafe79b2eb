import { KEPT_FAMILY_NAMES, type KeptFamily } from '../families/kept-families.ts'

/** $1 is the tenant, $2 the changes as JSON. */
const CHANGED = `
  changed AS (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS c(source text, record_id text, location_id text, counted_at timestamptz)
  )`

const localDay = (instant: string) => `(${instant} AT TIME ZONE l.time_zone)::date`
const locationOf = (id: string) => `JOIN locations l ON l.tenant_id = $1 AND l.id = ${id}`

/** What was counted of a location, where its days are others now: a day on either side. */
const OF_LOCATION = `
  UNION SELECT d.location_id, d.counted_on + beside.n AS counted_on
  FROM changed c
  JOIN analytics_days d ON d.tenant_id = $1 AND d.family = $3 AND d.grain = 31 AND d.location_id = c.record_id
  CROSS JOIN generate_series(-1, 1) AS beside(n)
  WHERE c.source = 'locations'`

/** Of each family the days on which changed records are counted, or were. */
const DAYS: Record<KeptFamily, string> = {
  APPOINTMENTS: `
    SELECT c.location_id, ${localDay('c.counted_at')} AS counted_on
    FROM changed c ${locationOf('c.location_id')}
    WHERE c.source = 'appointments'
    UNION
    SELECT a.location_id, ${localDay('a.starts_at')}
    FROM changed c
    JOIN appointments a ON a.tenant_id = $1 AND a.id = c.record_id
    ${locationOf('a.location_id')}
    WHERE c.source = 'appointments' AND c.location_id IS NULL
    UNION
    SELECT a.location_id, ${localDay('a.starts_at')}
    FROM changed c
    JOIN appointments a ON a.tenant_id = $1 AND a.child_id = c.record_id
    ${locationOf('a.location_id')}
    WHERE c.source = 'children'`,
}

/** SQL for the days of a family that changes concern, each once, as rows of a span. $3 is the family. */
export const CHANGED_DAYS = Object.fromEntries(
  KEPT_FAMILY_NAMES.map((family) => [
    family,
    `WITH ${CHANGED}
     SELECT days.location_id, l.time_zone, days.counted_on::text AS starts_on, (days.counted_on + 1)::text AS ends_on
     FROM (${DAYS[family]} ${OF_LOCATION}) days
     ${locationOf('days.location_id')}
     ORDER BY 1, 3`,
  ]),
) as Record<KeptFamily, string>
