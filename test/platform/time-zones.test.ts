import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zonesAreCompared } from '#platform/core/time/zones-are-compared.ts'
import { dateOf, dayOf, instantOf, localText, offsetAt } from '#platform/core/time/local-time.ts'
import { DAY_MS, HOUR_MS, isZone } from '#platform/core/time/time.ts'
import { alignTimeZones } from '../../prisma/time-zones.ts'
import { createDatabase, type TestDatabase } from '../support/servers.ts'

/** docs/decisions/0236: local times in SQL equal those of Node in every zone known to both. */

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await createDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database[Symbol.asyncDispose]()
})

const zoneNames = async (): Promise<string[]> => {
  const { rows } = await owner.query<{ name: string }>('SELECT name FROM pg_timezone_names')
  const names = [...rows.map(({ name }) => name), ...Intl.supportedValuesOf('timeZone')]
  return [...new Set(names)].filter(isZone).toSorted()
}

const FROM = Date.UTC(2026, 0, 1)
const UNTIL = Date.UTC(2029, 0, 1)
/** An odd step, to cover all hours and weekdays. */
const STEP = 97 * DAY_MS + 5 * HOUR_MS

/** Instants over three years, and those around each clock change of the zone. */
const instantsOf = (zone: string): number[] => {
  const instants: number[] = []
  for (let at = FROM; at < UNTIL; at += STEP) instants.push(at)
  for (let at = offsetAt(zone, FROM).until; at < UNTIL; at = offsetAt(zone, at).until)
    for (const hours of [-25, -1.5, -0.5, 0, 0.5, 1.5, 25]) instants.push(at + hours * HOUR_MS)
  return instants
}

test('SQL and Node agree on local times and instants in all zones', async () => {
  const zones = await zoneNames()
  expect(zones.length).toBeGreaterThan(500)
  const asked = zones.flatMap((zone) => instantsOf(zone).map((at) => ({ zone, at })))
  const { rows } = await owner.query<{ local: string; first: Date; last: Date }>(
    `SELECT to_char(local, 'YYYY-MM-DD"T"HH24:MI:SS') AS local, therapy.instant_of(minute, zone) AS first,
       therapy.instant_of(minute, zone, true) AS last
     FROM unnest($1::text[], $2::timestamptz[]) WITH ORDINALITY AS x(zone, at, n)
     CROSS JOIN LATERAL (SELECT therapy.local_time(at, zone) AS local) l
     -- A time that clocks skip is met too: what clocks elsewhere show then.
     CROSS JOIN LATERAL (SELECT CASE WHEN n % 2 = 0 THEN date_trunc('minute', local)
       ELSE date_trunc('minute', at AT TIME ZONE 'UTC' + (local - at AT TIME ZONE 'UTC') + interval '1 hour') END AS minute) m
     ORDER BY n`,
    [asked.map(({ zone }) => zone), asked.map(({ at }) => new Date(at).toISOString())],
  )
  const wrong = asked.flatMap(({ zone, at }, index) => {
    const { local, first, last } = rows[index]!
    const shown = localText(zone, at).slice(0, 19)
    const minute = index % 2 === 1 ? shown : laterByAnHour(shown)
    const [day, time] = [dayOf(minute.slice(0, 10)), minute.slice(11, 16)]
    const same =
      local === shown &&
      first.getTime() === instantOf(day, time, zone) &&
      last.getTime() === instantOf(day, time, zone, 'last')
    return same ? [] : [`${zone} ${new Date(at).toISOString()}: ${local} ${shown}`]
  })
  expect(wrong).toEqual([])
  expect(asked.length).toBeGreaterThan(10_000)
})

const laterByAnHour = (local: string): string => {
  const at = Date.parse(`${local}Z`) + HOUR_MS
  return `${dateOf(Math.floor(at / DAY_MS))}T${new Date(at).toISOString().slice(11, 19)}`
}

test('zones that PostgreSQL reads differently are found, and the others use its own data', async () => {
  const { rows } = await owner.query<{ compared: { differing: string[] } }>(
    'SELECT therapy.compared_zones() AS compared',
  )
  const zones = rows[0]!.compared.differing
  // PostgreSQL reads CET as an abbreviation of a fixed offset.
  expect(zones).toContain('CET')
  expect(zones).not.toContain('Europe/Berlin')
  const plan = async (zone: string) => {
    const { rows: lines } = await owner.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN VERBOSE SELECT therapy.local_time(now(), z) FROM (VALUES ('${zone}')) v(z) OFFSET 0`,
    )
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  }
  expect(await plan('Europe/Berlin')).not.toContain('therapy.local_time(')
})

test('another data version is compared once', async () => {
  expect(await zonesAreCompared(owner)).toBe(true)
  expect(await alignTimeZones(owner)).toBeNull()
  await owner.query(`CREATE OR REPLACE FUNCTION therapy.compared_zones() RETURNS jsonb
    LANGUAGE sql STABLE RETURN '{"node": "2020a", "database": "", "differing": []}'::jsonb`)
  expect(await zonesAreCompared(owner)).toBe(false)
  expect(await alignTimeZones(owner)).toContain('CET')
  expect(await zonesAreCompared(owner)).toBe(true)
  const app = new pg.Client({ connectionString: database.appUrl })
  await app.connect()
  try {
    expect(await zonesAreCompared(app)).toBe(true)
  } finally {
    await app.end()
  }
})
