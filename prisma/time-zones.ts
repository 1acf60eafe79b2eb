/**
 * One time zone database for Node and PostgreSQL: Node's (docs/decisions/0236). PostgreSQL has its own copy, or the operating
 * system's, of another age. Where the two differ, `therapy.local_time` reads Node's offsets from a table.
 */
import type pg from 'pg'
import { timeZoneData, zonesAreCompared } from '#platform/core/zones-are-compared.ts'
import { offsetAt } from '#platform/core/local-time.ts'
import { DAY_MS, isZone } from '#platform/core/time.ts'

/** Every week of these years is compared. */
const FROM = Date.UTC(2000, 0, 2)
const UNTIL = Date.UTC(2050, 0, 1)
const WEEK_MS = 7 * DAY_MS

/** Offsets of a zone that differs are written for these years; before and after them the first and the last one hold. */
const FIRST = Date.UTC(1970, 0, 1)
const LAST = Date.UTC(2070, 0, 1)

/**
 * Compares all zones and has the database use Node's data where its own differ. Returns the zones that do, and null where
 * nothing has changed since the last comparison. Runs in the transaction of the caller, who owns the schema.
 */
export const alignTimeZones = async (client: pg.ClientBase): Promise<string[] | null> => {
  if (await zonesAreCompared(client)) return null
  const data = await timeZoneData(client)
  const differing = await differingZones(client)
  await client.query('DELETE FROM therapy.zone_offsets')
  for (const zone of differing)
    await client.query(
      `INSERT INTO therapy.zone_offsets (zone, starts_at, utc_offset)
       SELECT lower($1), starts_at, make_interval(secs => seconds)
       FROM unnest($2::timestamptz[], $3::int[]) AS o(starts_at, seconds)`,
      [zone, ...columnsOf(offsetsOf(zone))],
    )
  await client.query(localTime(client, differing))
  await client.query(
    `INSERT INTO therapy.zone_comparison (node_version, database_fingerprint) VALUES ($1, $2)
     ON CONFLICT (only_row) DO UPDATE SET node_version = excluded.node_version,
       database_fingerprint = excluded.database_fingerprint, compared_at = now()`,
    [data.node, data.database],
  )
  return differing
}

/** The planner writes this function into the query that calls it, so that a zone without differences costs nothing more. */
const localTime = (client: pg.ClientBase, differing: readonly string[]): string => {
  const names = differing.map((zone) => client.escapeLiteral(zone.toLowerCase()))
  const own = 'at AT TIME ZONE zone'
  return `
    CREATE OR REPLACE FUNCTION therapy.local_time(at timestamptz, zone text) RETURNS timestamp
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN ${
      names.length === 0
        ? own
        : `CASE WHEN lower(zone) IN (${names.join(', ')}) THEN therapy.local_time_by_table(at, zone) ELSE ${own} END`
    }`
}

const differingZones = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string; changes: string }>(CHANGES, [
    new Date(FROM),
    new Date(UNTIL),
  ])
  const known = new Map(rows.map(({ name, changes }) => [name, changes]))
  const names = new Set([...known.keys(), ...Intl.supportedValuesOf('timeZone')])
  const ours = new Map<string, string>()
  return [...names].filter(isZone).filter((name) => {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    if (!ours.has(timeZone)) ours.set(timeZone, changesOf(timeZone))
    return known.get(name) !== ours.get(timeZone)
  })
}

/** The first offset of a zone and each week that begins with another one than the week before, in seconds. */
const changesOf = (timeZone: string): string => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const changes: string[] = []
  let before = ''
  for (let at = FROM; at < UNTIL; at += WEEK_MS) {
    const offset = format.format(at).split('GMT')[1]!
    if (offset === before) continue
    changes.push(`${at / 1000} ${secondsOf(offset)}`)
    before = offset
  }
  return changes.join(',')
}

/** `-03:30`, or nothing for UTC, in seconds. */
const secondsOf = (offset: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = offset.slice(1).split(':').map(Number)
  return (offset.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds)
}

/** What {@link changesOf} says, of all zones that PostgreSQL has. */
const CHANGES = `
  SELECT name, string_agg(at || ' ' || seconds, ',' ORDER BY at) AS changes FROM (
    SELECT name, at, seconds, lag(seconds) OVER (PARTITION BY name ORDER BY at) AS before FROM (
      SELECT z.name, extract(epoch FROM at)::bigint AS at,
        extract(epoch FROM at AT TIME ZONE z.name - at AT TIME ZONE 'UTC')::int AS seconds
      FROM pg_timezone_names z
      CROSS JOIN generate_series($1::timestamptz, $2::timestamptz - interval '1 second', interval '168 hours') AS at) samples
  ) offsets WHERE before IS DISTINCT FROM seconds GROUP BY name`

const offsetsOf = (zone: string): { startsAt: string; seconds: number }[] => {
  const offsets = [{ startsAt: '-infinity', seconds: offsetAt(zone, FIRST).offsetMs / 1000 }]
  for (let at = offsetAt(zone, FIRST).until; at < LAST; at = offsetAt(zone, at).until)
    offsets.push({
      startsAt: new Date(at).toISOString(),
      seconds: offsetAt(zone, at).offsetMs / 1000,
    })
  return offsets
}

const columnsOf = (offsets: readonly { startsAt: string; seconds: number }[]) => [
  offsets.map(({ startsAt }) => startsAt),
  offsets.map(({ seconds }) => seconds),
]
