import type pg from 'pg'

type Queries = Pick<pg.ClientBase, 'query'>

interface TimeZoneData {
  node: string
  database: string
}

/**
 * The current versions of time zone data: Node's version, and a sample of PostgreSQL's data, because PostgreSQL
 * does not report a version.
 */
export const timeZoneData = async (client: Queries): Promise<TimeZoneData> => {
  const { rows } = await client.query<{ sample: string }>(SAMPLE)
  return { node: process.versions.tz ?? process.version, database: rows[0]!.sample }
}

const SAMPLE = `
  SELECT md5(string_agg(z.name || (at AT TIME ZONE z.name)::text, ',' ORDER BY z.name, at)) AS sample
  FROM pg_timezone_names z
  CROSS JOIN generate_series('2018-01-15T00:00Z'::timestamptz, '2038-01-15T00:00Z'::timestamptz, interval '1440 hours') AS at`

/**
 * Whether zones were compared with the data that Node and PostgreSQL have now. All roles of the platform may
 * call it.
 */
export const zonesAreCompared = async (client: Queries, data?: TimeZoneData): Promise<boolean> => {
  const { rows } = await client.query<{ same: boolean }>(
    'SELECT therapy.compared_zones() @> $1::jsonb AS same',
    [JSON.stringify(data ?? (await timeZoneData(client)))],
  )
  return rows[0]!.same
}
