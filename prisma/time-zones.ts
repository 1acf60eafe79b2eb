/**
 * One time zone database for Node and PostgreSQL: Node's (docs/decisions/0236). PostgreSQL has its own copy or
 * uses the operating system's, which may be older or newer. Where they differ, `therapy.local_time` uses Node's
 * offsets.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { timeZoneData, zonesAreCompared } from '#platform/core/time/zones-are-compared.ts'
import { offsetAt } from '#platform/core/time/local-time.ts'
import { DAY_MS, isZone } from '#platform/core/time/time.ts'

/**
 * Every second week of these years is compared: a difference in rules lasts longer than that or recurs over
 * several years.
 */
const FROM = Date.UTC(2018, 0, 7)
const UNTIL = Date.UTC(2038, 0, 1)
const STEP_MS = 14 * DAY_MS

/**
 * Offsets of a differing zone are stored for these years. Before and after them, the first and the last offset
 * apply.
 */
const FIRST = Date.UTC(1970, 0, 1)
const LAST = Date.UTC(2070, 0, 1)

/**
 * Compares all zones and makes the database use Node's data where its own differ. Returns the zones that
 * differ, or null if nothing has changed since the last comparison. Runs in the caller's transaction; the
 * caller owns the schema.
 */
export const alignTimeZones = async (client: pg.ClientBase): Promise<string[] | null> => {
  const data = await timeZoneData(client)
  if (await zonesAreCompared(client, data)) return null
  const differing = await differingZones(client)
  if (differing.length > 0) await client.query(ofNode(client, differing))
  await client.query(localTime(client, differing))
  const compared = client.escapeLiteral(JSON.stringify({ ...data, differing }))
  await client.query(
    `CREATE OR REPLACE FUNCTION therapy.compared_zones() RETURNS jsonb
     LANGUAGE sql STABLE PARALLEL SAFE RETURN ${compared}::jsonb`,
  )
  return differing
}

/** The planner inlines this function, so a zone without differences costs nothing extra. */
const localTime = (client: pg.ClientBase, differing: readonly string[]): string => {
  const names = differing.map((zone) => client.escapeLiteral(zone.toLowerCase()))
  const own = 'at AT TIME ZONE zone'
  return `
    CREATE OR REPLACE FUNCTION therapy.local_time(at timestamptz, zone text) RETURNS timestamp
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN ${
      names.length === 0
        ? own
        : `CASE WHEN lower(zone) IN (${names.join(', ')}) THEN therapy.local_time_of_node(at, zone) ELSE ${own} END`
    }`
}

/** The offsets are constants in the function itself: looking them up in a table took six times as long. */
const ofNode = (client: pg.ClientBase, differing: readonly string[]): string => `
  CREATE OR REPLACE FUNCTION therapy.local_time_of_node(at timestamptz, zone text) RETURNS timestamp
  LANGUAGE plpgsql STRICT STABLE PARALLEL SAFE SET search_path = pg_catalog, public, pg_temp
  AS $$
  BEGIN
    RETURN at AT TIME ZONE 'UTC' + interval '1 second' * CASE lower(zone)
      ${differing.map((zone) => `WHEN ${client.escapeLiteral(zone.toLowerCase())} THEN ${offsetAtOf(zone)}`).join('\n      ')}
    END;
  END $$`

const offsetAtOf = (zone: string): string => {
  const changes: number[] = []
  const offsets = [offsetAt(zone, FIRST).offsetMs / 1000]
  for (let at = offsetAt(zone, FIRST).until; at < LAST; at = offsetAt(zone, at).until) {
    changes.push(at / 1000)
    offsets.push(offsetAt(zone, at).offsetMs / 1000)
  }
  // The first offset has index 0, because width_bucket counts the changes up to an instant.
  return `('[0:${changes.length}]={${offsets.join(',')}}'::int[])[width_bucket(extract(epoch FROM at)::float8, '{${changes.join(',')}}'::float8[])]`
}

const differingZones = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string; offsets: string }>(OFFSETS, [
    new Date(FROM),
    new Date(UNTIL),
  ])
  const known = new Map(rows.map(({ name, offsets }) => [name, offsets]))
  const names = new Set([...known.keys(), ...Intl.supportedValuesOf('timeZone')])
  const ours = new Map<string, string>()
  return [...names].filter(isZone).filter((name) => {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    if (!ours.has(timeZone)) ours.set(timeZone, sampleOf(timeZone))
    return known.get(name) !== ours.get(timeZone)
  })
}

/** A hash of a zone's offsets, in seconds, sampled every two weeks. */
const sampleOf = (timeZone: string): string => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const offsets: number[] = []
  for (let at = FROM; at < UNTIL; at += STEP_MS)
    offsets.push(secondsOf(format.format(at).split('GMT')[1]!))
  return createHash('md5').update(offsets.join(' ')).digest('hex')
}

/** Converts `-03:30`, or an empty string for UTC, to seconds. */
const secondsOf = (offset: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = offset.slice(1).split(':').map(Number)
  return (offset.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds)
}

/** The same samples as {@link sampleOf}, for all zones that PostgreSQL knows. */
const OFFSETS = `
  SELECT z.name, md5(array_to_string(ARRAY(
    SELECT extract(epoch FROM at AT TIME ZONE z.name - at AT TIME ZONE 'UTC')::int
    FROM generate_series($1::timestamptz, $2::timestamptz - interval '1 second', interval '336 hours') AS at), ' ')) AS offsets
  FROM pg_timezone_names z`
