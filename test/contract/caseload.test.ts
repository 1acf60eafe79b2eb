import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../api/resources/index.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { validCall } from './scenarios.ts'
import { requestOf, createWorld, type World } from './world.ts'

/**
 * Caseloads in the database and in every operation: a key bound to a provider whose caseload has all children,
 * in a centre with records of every kind. `operations/` uses a provider with an empty caseload.
 */

let api: TestApi
let centre: World
let therapist: ApiClient
let therapistId: string

beforeAll(async () => {
  api = await startApi()
  centre = createWorld(api, await api.createTenant())
  const { tenantId } = centre.client
  therapistId = (await centre.provider()).id
  therapist = await api.createClient(tenantId, { providerId: therapistId })
})

afterAll(() => api[Symbol.asyncDispose]())

describe.each(operations.map((operation) => ({ operation })))('$operation.id', ({ operation }) => {
  test('responds to the therapist of the child, within their permissions', async () => {
    const call = requestOf(operation, await validCall(operation, centre))
    await api.query(
      `UPDATE children SET primary_provider_id = $1
       WHERE tenant_id = $2 AND primary_provider_id IS DISTINCT FROM $1`,
      [therapistId, centre.client.tenantId],
    )
    const { status, text } = await therapist.send(call)
    expect(status, text).toBeLessThan(500)
  })
})

/** Tables that refer to a child and are not restricted, with the reason. */
const UNRESTRICTED: Record<string, string> = {
  agent_awaited_events: 'which kind of event a step waits for; what about is in the step',
  analytics_changes:
    'what changed until it is counted, a minute: bound callers add to it, and read none of it',
  freed_slots: 'a time of a provider that became free; whose it was is in the appointment',
}

test('every table with data of a child is restricted', async () => {
  const policies = await api.query<{ name: string; restricted: boolean }>(RESTRICTED)
  const restricted = new Set(policies.filter((it) => it.restricted).map(({ name }) => name))
  const links = await api.query<{ name: string; parent: string }>(LINKS)
  const missing = links
    .filter(({ name, parent }) => restricted.has(parent) && !restricted.has(name))
    .map(({ name }) => name)
  expect([...new Set(missing)].toSorted()).toEqual(Object.keys(UNRESTRICTED))
  expect(restricted.size).toBeGreaterThan(30)
})

const RESTRICTED = `
  SELECT c.relname AS name, EXISTS (SELECT FROM pg_policy p
    WHERE p.polrelid = c.oid AND p.polname = 'caseload' AND NOT p.polpermissive AND p.polcmd = '*'
      AND p.polroles = ARRAY['therapy_caseload'::regrole::oid]) AS restricted
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relkind = 'r'`

/** A table that refers to one: by a foreign key, by its name, or as a subject. */
const LINKS = `
  SELECT conrelid::regclass::text AS name, confrelid::regclass::text AS parent FROM pg_constraint
  WHERE contype = 'f' AND conrelid <> confrelid
  UNION SELECT table_name, 'children' FROM information_schema.columns
  WHERE table_schema = 'public' AND column_name = 'child_id'`

test.each(['therapy_caseload', 'therapy_locations'])(
  '%s has the rights of the application, table by table and column by column',
  async (role) => {
    const different = await api.query(
      `SELECT c.relname, right_ FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS right_
     WHERE n.nspname IN ('public', 'therapy') AND c.relkind IN ('r', 'v')
       AND has_table_privilege('therapy_app', c.oid, right_) <> has_table_privilege($1, c.oid, right_)
     UNION ALL
     SELECT c.relname || '.' || a.attname, right_ FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE']) AS right_
     WHERE n.nspname IN ('public', 'therapy') AND c.relkind IN ('r', 'v')
       AND has_column_privilege('therapy_app', c.oid, a.attnum, right_)
        <> has_column_privilege($1, c.oid, a.attnum, right_)`,
      [role],
    )
    expect(different).toEqual([])
    const functions = await api.query(
      `SELECT p.proname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'therapy'
       AND has_function_privilege('therapy_app', p.oid, 'EXECUTE') <> has_function_privilege($1, p.oid, 'EXECUTE')`,
      [role],
    )
    // Only the centre erases persons (docs/decisions/0051).
    expect(functions).toEqual([{ proname: 'erase_rows' }])
  },
)

test('a restricted connection without a caseload sees no child or data of one', async () => {
  const app = new Client({ connectionString: api.database.appUrl })
  await app.connect()
  try {
    await app.query('BEGIN')
    await app.query(`SELECT set_config('app.tenant', $1, true)`, [centre.client.tenantId])
    const count = async () => {
      const { rows } = await app.query<{ n: number }>('SELECT count(*)::int AS n FROM children')
      return rows[0]!.n
    }
    await centre.child()
    expect(await count()).toBeGreaterThan(0)
    await app.query('SET LOCAL ROLE therapy_caseload')
    for (const table of ['children', 'guardianships', 'sessions', 'session_notes', 'consents'])
      expect([table, (await app.query(`SELECT 1 FROM ${table}`)).rowCount]).toEqual([table, 0])
    await app.query(`SELECT set_config('app.caseload', '{}', true)`)
    expect(await count()).toBe(0)
  } finally {
    await app.end()
  }
})
