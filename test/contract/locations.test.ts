import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { PERMISSIONS_OF_PEOPLE, ROLES } from '#platform/core/access/permissions.ts'
import { RECORDS } from '#vocabulary/resources.ts'
import type { Operation } from '../../api/http/operation.ts'
import { operations } from '../../api/resources/index.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { once, onceEach } from '../support/once.ts'
import { joinAs, type Browser } from '../staff/support.ts'
import { isOfTheCentre } from './caseloads.ts'
import { fillRecords } from './every-table.ts'
import { validCall } from './scenarios.ts'
import { createWorld, requestOf, type Call, type Made, type World } from './world.ts'

/**
 * Locations in the database and in every operation: people bound to one of two locations, both with records of
 * every kind.
 */

let api: TestApi
let centre: ApiClient
let here: Made
let there: Made
let elsewhere: World
let everything: string
/** Among the records that not everybody may read, those of the two locations. */
let ours: ReadonlySet<string>
let theirs: ReadonlySet<string>

const BOUND_ROLES = [
  'SCHEDULER',
  'BILLER',
  'EARLY_INTERVENTION_COORDINATOR',
  'MARKETPLACE_MANAGER',
  'READ_ONLY',
  'everything',
] as const

const people = new Map<string, { bound: Browser; unbound: Browser }>()

beforeAll(async () => {
  api = await startApi()
  centre = await api.createTenant()
  const location = async (name: string) =>
    (await centre.post<Made>('/v1/locations', { name, timeZone: 'Europe/Berlin' })).body
  here = await location('Mitte')
  there = await location('Nord')
  const before = await idsNow()
  await fillRecords(createWorld(api, centre, here))
  const filled = await idsNow()
  elsewhere = createWorld(api, centre, there)
  await fillRecords(elsewhere)
  ours = without(filled, before)
  theirs = without(await idsNow(), filled)
  const { body: role } = await centre.post<{ id: string }>('/v1/roles', {
    name: 'Everything that there is',
    permissions: PERMISSIONS_OF_PEOPLE,
  })
  everything = role.id
  for (const name of BOUND_ROLES) {
    const roles = [name === 'everything' ? everything : name]
    people.set(name, {
      bound: await joinAs(api, centre, { roles, locationIds: [here.id] }),
      unbound: await joinAs(api, centre, { roles }),
    })
  }
})

afterAll(() => api[Symbol.asyncDispose]())

const without = (ids: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...ids].filter((id) => !others.has(id)))

/** Tables whose rows belong to the whole centre and to no location. */
const CENTRES_ROWS: Record<string, string> = {
  ai_model_calls: 'child_id IS NULL',
  messages: "subject_type = 'user'",
  reminder_policies: 'client_id IS NULL',
  therapist_matches: 'child_id IS NULL',
}

/** Selects the ids of every table whose reads are restricted by location or caseload. */
const selectIds = once(async () => {
  const tables = await api.query<{ name: string }>(
    `SELECT DISTINCT c.relname AS name FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'id'
     WHERE p.polname IN ('caseload', 'location') AND p.polcmd = '*'`,
  )
  return tables
    .map(
      ({ name }) =>
        `SELECT id FROM ${name} WHERE tenant_id = $1 AND NOT (${CENTRES_ROWS[name] ?? 'false'})`,
    )
    .join(' UNION ALL ')
})

const idsNow = async (): Promise<Set<string>> => {
  const rows = await api.query<{ id: string }>(await selectIds(), [centre.tenantId])
  return new Set(rows.map(({ id }) => id))
}

const idsIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/\b[a-z]{3}_[0-9a-z]{26}\b/g)].map(([id]) => id))

/** The ids in a text of restricted records at other locations. */
const othersIn = async (text: string): Promise<string[]> => {
  const ids = [...idsIn(text)].filter((id) => !ours.has(id))
  const rows = await api.query<{ id: string }>(
    `SELECT id FROM (${await selectIds()}) AS restricted WHERE id = ANY($2)`,
    [centre.tenantId, ids],
  )
  return rows.map(({ id }) => id)
}

const shown = (text: string, of: ReadonlySet<string>): string[] =>
  [...idsIn(text)].filter((id) => of.has(id))

const lists = operations.filter(({ method, path }) => method === 'get' && !path.includes('{'))

/** Operations in which bound people see nothing, although the path names a child of theirs or none, with the reason. */
const NOT_SHOWN: Record<string, string> = {
  listKeptAnswers: 'answers to questions of others are shown to who manages knowledge alone',
  listCalendarFeeds: 'a feed shows a provider or a room wherever the appointments are',
  listBreakGlassGrants:
    'who opened the records of a child beside their caseload is the centre’s to know',
}

const notShown = new Set<string>()

describe.each(BOUND_ROLES)('%s of one location', (role) => {
  test('sees in every list only its own location', async () => {
    const { bound, unbound } = people.get(role)!
    const empty: string[] = []
    let seen = 0
    for (const operation of lists) {
      const request = requestOf(operation, await callOf(operation))
      const answer = await bound.send(request)
      expect(answer.status, operation.id).toBeLessThan(500)
      expect(shown(answer.text, theirs), operation.id).toEqual([])
      if (answer.status !== 200) continue
      const all = await unbound.send(request)
      if (shown(all.text, ours).length === 0) continue
      if (shown(answer.text, ours).length === 0) empty.push(operation.id)
      else seen += 1
    }
    expect(empty.filter((id) => !(id in NOT_SHOWN))).toEqual([])
    for (const id of empty) notShown.add(id)
    expect(seen).toBeGreaterThan(role === 'MARKETPLACE_MANAGER' ? 1 : 5)
  })
})

test('no visible list is exempt', () => {
  expect([...notShown].toSorted()).toEqual(Object.keys(NOT_SHOWN).toSorted())
})

/** With the required input, and the number of results. */
const callOf = async (operation: Operation): Promise<Call> => {
  const { query = {} } = await validCall(operation, elsewhere)
  const isPaged = operation.query instanceof z.ZodObject && 'limit' in operation.query.shape
  return { query: { ...query, ...(isPaged && { limit: '100' }) } }
}

/** Sections of the API about no location, whose records are in no table of the centre’s own. */
const ABOUT_NO_LOCATION = new Set(['custom-fields', 'message-settings', 'reminder-policies'])

/** Records everybody may read, and where they are written. */
const READ_BY_EVERYBODY = new Set([
  'cancellation-policies',
  'closures',
  'locations',
  'provider-licenses',
  'providers',
  'rooms',
  'schedule-exceptions',
  'schedules',
  'time-off',
])

/** Operations that start from no record, or from the caller's own. */
const OPEN = new Set(['createChild', 'createClient', 'matchTherapists', 'recallAssessments'])

/** Queries with a body: they return the data of the location. */
const READ_BY_POST = new Set(['askAnalytics'])

const sectionOf = (path: string) => path.split('/')[2]!

const sectionsWithLocations = new Set(
  operations.flatMap(({ path, body }) =>
    body instanceof z.ZodObject && ('locationId' in body.shape || 'locationIds' in body.shape)
      ? [sectionOf(path)]
      : [],
  ),
)

/** Records of the centre, not of a location: everybody with the permission may write all of them. */
const isOfNoLocation = (operation: Operation): boolean => {
  const section = sectionOf(operation.path)
  if (ABOUT_NO_LOCATION.has(section)) return true
  return isOfTheCentre(operation) && section !== 'locations' && !sectionsWithLocations.has(section)
}

const isOpen = (operation: Operation): boolean =>
  OPEN.has(operation.id) ||
  (operation.method === 'get' && READ_BY_EVERYBODY.has(sectionOf(operation.path))) ||
  isOfNoLocation(operation)

/** Below a person's limit per minute, because a quick machine calls all operations within one minute. */
const CALLS_OF_ONE = 300

/** A user of the location with every permission; another one after a number of operations. */
const somebodyOf = onceEach((_: number) =>
  joinAs(api, centre, { roles: [everything], locationIds: [here.id] }),
)

describe.each(
  operations.filter((it) => !isOpen(it)).map((operation, turn) => ({ operation, turn })),
)('$operation.id', ({ operation, turn }) => {
  test('hides and protects other locations', async () => {
    // Operations on a location use one that nothing else needs.
    const isOfPlaces = sectionOf(operation.path) === 'locations'
    const call = await validCall(operation, isOfPlaces ? createWorld(api, centre) : elsewhere)
    const bound = await somebodyOf(Math.floor(turn / CALLS_OF_ONE))
    const answer = await bound.send({
      ...requestOf(operation, call),
      headers: { 'idempotency-key': operation.id },
    })
    if (answer.status === 200) {
      expect(operation.method === 'get' || READ_BY_POST.has(operation.id), answer.text).toBe(true)
      expect(await othersIn(answer.text)).toEqual([])
    } else {
      const { code } = answer.body as { code: string }
      expect(
        [
          'not_found',
          'insufficient_role',
          'insufficient_scope',
          'invalid_reference',
          'version_sunset',
        ],
        answer.text,
      ).toContain(code)
    }
  })
})

test('every table with a location restricts reads or writes to it', async () => {
  const tables = await api.query<{ name: string; policies: string[] }>(
    `SELECT c.relname AS name, ARRAY(SELECT p.polname::text FROM pg_policy p
       WHERE p.polrelid = c.oid AND NOT p.polpermissive AND p.polname LIKE 'location%'
         AND p.polroles = ARRAY['therapy_locations'::regrole::oid] ORDER BY 1) AS policies
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind = 'r' AND EXISTS (SELECT FROM pg_attribute a
       WHERE a.attrelid = c.oid AND a.attname IN ('location_id', 'location_ids') AND NOT a.attisdropped)`,
  )
  const writes = ['location_added', 'location_changed', 'location_removed']
  const restricted = Object.fromEntries(tables.map(({ name, policies }) => [name, policies]))
  expect(restricted).toEqual({
    // Bound users cannot read them.
    analytics_changes: [],
    // Visibility follows the caseload, which needs a location.
    analytics_days: [],
    analytics_months: [],
    appointment_import_rows: ['location'],
    appointments: ['location'],
    assessment_schedules: ['location'],
    assistants: ['location'],
    cancellation_policies: writes,
    // Visibility follows the caseload; a trigger decides where they may be moved.
    children: ['location_added'],
    clients: ['location_added'],
    closures: writes,
    // Visibility follows the caseload.
    early_intervention_programs: writes,
    freed_slots: ['location'],
    lead_forms: writes,
    // Visibility follows the caseload, which needs a location.
    leads: [],
    providers: writes,
    rooms: writes,
    schedule_exceptions: writes,
    schedules: writes,
    series: ['location'],
    series_occurrences: ['location'],
    // Bound users lack the permission.
    users: [],
    waitlist_entries: ['location'],
  })
})

describe('a record with an untyped subject id', () => {
  test('is looked up in every restricted table', async () => {
    const [sees] = await api.query<{ text: string }>(
      `SELECT prosrc AS text FROM pg_proc WHERE oid = 'therapy.sees(text)'::regprocedure`,
    )
    const restricted = new Set(
      (
        await api.query<{ name: string }>(
          `SELECT DISTINCT polrelid::regclass::text AS name FROM pg_policy WHERE polname IN ('caseload', 'location')`,
        )
      ).map(({ name }) => name),
    )
    const missing = Object.values(RECORDS)
      .filter(({ table }) => table !== undefined && restricted.has(table))
      .filter(({ prefix }) => !sees!.text.includes(`WHEN '${prefix}'`))
    expect(missing).toEqual([])
    expect(restricted.size).toBeGreaterThan(60)
  })

  test('is visible to people who see the subject', async () => {
    const app = new Client({ connectionString: api.database.appUrl })
    await app.connect()
    try {
      await app.query('BEGIN')
      await app.query(`SELECT set_config('app.tenant', $1, true)`, [centre.tenantId])
      await app.query('SET LOCAL ROLE therapy_locations')
      const now = api.clock.now()
      await app.query('SELECT therapy.enter_locations($1, $2, NULL)', [[here.id], now])
      const seen = async (ids: ReadonlySet<string>) =>
        (
          await app.query<{ id: string }>(
            'SELECT id FROM unnest($1::text[]) AS id WHERE therapy.sees(id)',
            [[...ids]],
          )
        ).rows.map(({ id }) => id)
      expect(await seen(theirs)).toEqual([])
      const visible = await app.query<{ id: string }>(await selectIds(), [centre.tenantId])
      const own = new Set(visible.rows.map(({ id }) => id).filter((id) => ours.has(id)))
      expect((await seen(ours)).toSorted()).toEqual([...own].toSorted())
      expect(own.size).toBeGreaterThan(100)
    } finally {
      await app.end()
    }
  })
})

test('a connection without locations sees nothing of any location', async () => {
  const app = new Client({ connectionString: api.database.appUrl })
  await app.connect()
  try {
    await app.query('BEGIN')
    await app.query(`SELECT set_config('app.tenant', $1, true)`, [centre.tenantId])
    const { rows } = await app.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid WHERE p.polname = 'location'
       UNION SELECT 'children' UNION SELECT 'clients' UNION SELECT 'session_notes' UNION SELECT 'payments'`,
    )
    for (const { name } of rows)
      expect([name, (await app.query(`SELECT 1 FROM ${name}`)).rowCount]).not.toEqual([name, 0])
    await app.query('SET LOCAL ROLE therapy_locations')
    for (const { name } of rows)
      expect([name, (await app.query(`SELECT 1 FROM ${name}`)).rowCount]).toEqual([name, 0])
    for (const name of ['rooms', 'schedules', 'closures', 'locations']) {
      const update = `UPDATE ${name} SET updated_at = updated_at`
      expect([name, (await app.query(update)).rowCount]).toEqual([name, 0])
    }
  } finally {
    await app.end()
  }
})

test('every role that can be bound to locations is tested here', async () => {
  const { body } = await centre.get<{ roles: { role: string; canBeBound: boolean }[] }>(
    '/v1/roles/matrix',
  )
  const bindable = body.roles.filter(({ canBeBound }) => canBeBound).map(({ role }) => role)
  expect(bindable.filter((role) => role in ROLES).toSorted()).toEqual(
    BOUND_ROLES.filter((role) => role in ROLES).toSorted(),
  )
})
