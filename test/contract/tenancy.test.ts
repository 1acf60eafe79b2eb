import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startApi, type TestApi } from '../support/api.ts'
import { fillEveryTable } from './every-table.ts'
import { createWorld, type World } from './world.ts'

/** Isolation enforced by the database itself, tested with the application's own role and no application code. */

interface Table {
  name: string
  hasTenant: boolean
  forced: boolean
  owner: string
  privileges: string[]
}

let api: TestApi
let app: Client
let tables: Table[]
let world: World

beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
  await fillEveryTable(world)
  app = new Client({ connectionString: api.database.appUrl })
  await app.connect()
  tables = await api.query<Table>(TABLES)
})

afterAll(async () => {
  await app.end()
  await api[Symbol.asyncDispose]()
})

const TABLES = `
  SELECT n.nspname || '.' || c.relname AS name,
         EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id'
                   AND a.attnotnull) AS "hasTenant",
         c.relrowsecurity AND c.relforcerowsecurity AS forced,
         pg_get_userbyid(c.relowner) AS owner,
         ARRAY(SELECT p FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) p
               WHERE has_table_privilege('therapy_app', c.oid, p)) AS privileges
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema')
    AND n.nspname || '.' || c.relname <> 'therapy.diary' AND n.nspname NOT LIKE 'pg_toast%'
  ORDER BY 1`

describe('every table', () => {
  test('has a tenant and forced row-level security, or is closed to the application', () => {
    const open = tables.filter(({ privileges }) => privileges.length > 0)
    expect(open.length).toBeGreaterThan(20)
    expect(open.filter(({ hasTenant, forced }) => !(hasTenant && forced))).toEqual([])
  })

  test('is not owned by the application, which cannot truncate or hook into it', () => {
    expect(tables.filter(({ owner }) => owner.startsWith('therapy_'))).toEqual([])
    const forbidden = ['TRUNCATE', 'REFERENCES', 'TRIGGER']
    expect(
      tables.filter(({ privileges }) => privileges.some((it) => forbidden.includes(it))),
    ).toEqual([])
  })

  test('has a row of this tenant for the following tests', async () => {
    const empty: string[] = []
    for (const { name } of visible()) {
      const [row] = await api.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM ${name} WHERE tenant_id = $1`,
        [world.client.tenantId],
      )
      if (row!.n === 0) empty.push(name)
    }
    expect(empty).toEqual([])
  })
})

describe.each([
  ['without a tenant', null],
  ['with an empty tenant', ''],
  ["with another tenant's id", 'ten_00000000000000000000000000'],
  ['with a tenant that tries to be SQL', "' OR '1'='1"],
])('%s', (_, tenant) => {
  test('shows no row to SELECT, UPDATE or DELETE', async () => {
    for (const { name, privileges } of visible()) {
      const counts = await asTenant(tenant, async () => {
        const seen = await app.query(`SELECT 1 FROM ${name}`)
        const changed = privileges.includes('UPDATE')
          ? await app.query(`UPDATE ${name} SET tenant_id = tenant_id`)
          : undefined
        const removed = privileges.includes('DELETE')
          ? await app.query(`DELETE FROM ${name}`)
          : undefined
        return [seen.rowCount, changed?.rowCount ?? 0, removed?.rowCount ?? 0]
      })
      expect([name, ...counts]).toEqual([name, 0, 0, 0])
    }
  })

  test('refuses new rows of the tenant', async () => {
    for (const { name, privileges } of visible()) {
      if (!privileges.includes('INSERT')) continue
      const copied = asTenant(tenant, () => insertCopy(name))
      await expect(copied, name).rejects.toMatchObject({ code: '42501' })
    }
  })
})

test('with its tenant set, the application sees only that tenant', async () => {
  const other = createWorld(api, await api.createTenant())
  await other.appointment()
  for (const { name } of visible()) {
    const rows = await asTenant(world.client.tenantId, () =>
      app.query<{ tenant_id: string }>(`SELECT DISTINCT tenant_id FROM ${name}`),
    )
    expect([name, rows.rows.map((row) => row.tenant_id)]).toEqual([name, [world.client.tenantId]])
  }
})

test('rows cannot be moved to another tenant', async () => {
  for (const { name, privileges } of visible()) {
    if (!privileges.includes('UPDATE')) continue
    const moved = asTenant(world.client.tenantId, () =>
      app.query(`UPDATE ${name} SET tenant_id = 'ten_platform'`),
    )
    await expect(moved, name).rejects.toMatchObject({ code: '42501' })
  }
})

test('neither role nor the owner can change or delete audit entries', async () => {
  const system = new Client({ connectionString: api.database.systemUrl })
  await system.connect()
  try {
    for (const table of ['audit_entries', 'audit_seals'])
      for (const statement of [
        `UPDATE ${table} SET tenant_id = tenant_id`,
        `DELETE FROM ${table}`,
      ]) {
        await expect(asTenant(world.client.tenantId, () => app.query(statement))).rejects.toThrow()
        await expect(system.query(statement)).rejects.toThrow()
        await expect(api.query(statement)).rejects.toThrow(/append-only/)
      }
  } finally {
    await system.end()
  }
})

test('the tenant setting ends with its transaction', async () => {
  await asTenant(world.client.tenantId, () => app.query('SELECT 1'))
  const { rowCount } = await app.query('SELECT 1 FROM locations')
  expect(rowCount).toBe(0)
})

test.each(['therapy_app', 'therapy_system', 'therapy_caseload', 'therapy_locations'])(
  '%s has no rights beyond its grants',
  async (role) => {
    const [power] = await api.query(
      `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
            (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned,
            (SELECT count(*)::int FROM pg_proc WHERE proowner = r.oid) AS functions,
            (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships,
            has_schema_privilege(r.oid, 'public', 'CREATE') AS creates,
            has_schema_privilege(r.oid, 'therapy', 'CREATE') AS "createsInTherapy"
     FROM pg_roles r WHERE rolname = $1`,
      [role],
    )
    expect(power).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      owned: 0,
      functions: 0,
      // The application may switch to the roles for a caseload and for locations, which have fewer rights. The
      // second has all restrictions of the first.
      memberships: { therapy_app: 2, therapy_locations: 1 }[role] ?? 0,
      creates: false,
      createsInTherapy: false,
    })
  },
)

test('only listed functions run with the rights of their owner, and their owners have minimal rights', async () => {
  const definers = await api.query(
    `SELECT p.proname AS name, pg_get_userbyid(p.proowner) AS owner
     FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE p.prosecdef AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  )
  expect(definers).toEqual([
    { name: 'assert_code_uses', owner: 'therapy_care' },
    { name: 'assert_credit_balance', owner: 'therapy_care' },
    { name: 'assert_ledger_balanced', owner: 'therapy_care' },
    { name: 'assert_order_sums', owner: 'therapy_care' },
    { name: 'assert_package_balance', owner: 'therapy_care' },
    { name: 'assert_posted', owner: 'therapy_care' },
    { name: 'caseload_of', owner: 'therapy_care' },
    { name: 'caseload_sizes', owner: 'therapy_care' },
    { name: 'child_of', owner: 'therapy_care' },
    { name: 'child_of_subject', owner: 'therapy_care' },
    { name: 'clients_of', owner: 'therapy_care' },
    { name: 'counted_with_appointment', owner: 'therapy_care' },
    { name: 'disclosures_of', owner: 'therapy_care' },
    { name: 'erase_rows', owner: 'therapy_eraser' },
    { name: 'find_children', owner: 'therapy_search' },
    { name: 'find_clients', owner: 'therapy_search' },
    { name: 'find_clients_by_contact', owner: 'therapy_search' },
    { name: 'group_queue', owner: 'therapy_care' },
    { name: 'location_of_appointment', owner: 'therapy_care' },
    { name: 'location_of_payment', owner: 'therapy_care' },
    { name: 'location_of_session', owner: 'therapy_care' },
    { name: 'money_of_order', owner: 'therapy_care' },
    { name: 'refuse_restricted', owner: 'therapy_care' },
    { name: 'remove_closed', owner: 'therapy_closer' },
    { name: 'sessions_by_child', owner: 'therapy_care' },
    { name: 'team_of', owner: 'therapy_care' },
    { name: 'uses_of', owner: 'therapy_care' },
  ])
  const roles = await api.query(
    `SELECT rolcanlogin, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
       pg_has_role('therapy_app', oid, 'MEMBER') AS of_app, pg_has_role('therapy_system', oid, 'MEMBER') AS of_system
     FROM pg_roles WHERE rolname IN ('therapy_search', 'therapy_care', 'therapy_eraser', 'therapy_closer')`,
  )
  expect(roles).toHaveLength(4)
  expect(new Set(roles.flatMap((role) => Object.values(role)))).toEqual(new Set([false]))
  const columns = await api.query<{ column: string }>(
    `SELECT c.relname || '.' || a.attname AS "column" FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
       AND has_column_privilege('therapy_search', c.oid, a.attnum, 'SELECT') ORDER BY 1`,
  )
  const searched = ['archived_at', 'id', 'search_name', 'tenant_id']
  expect(columns.map(({ column }) => column)).toEqual([
    ...searched.map((column) => `children.${column}`),
    ...[...searched, 'email', 'location_id', 'phone']
      .toSorted()
      .map((column) => `clients.${column}`),
    ...['child_id', 'client_id', 'tenant_id'].map((column) => `guardianships.${column}`),
  ])
  const [diary] = await api.query<{ owner: string; columns: string[] }>(
    `SELECT pg_get_userbyid(relowner) AS owner,
       ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = oid AND attnum > 0 ORDER BY 1) AS columns
     FROM pg_class WHERE oid = 'therapy.diary'::regclass`,
  )
  expect(diary!.owner).toBe('therapy_care')
  for (const told of ['notes', 'cancellation', 'error_reason', 'type', 'override'])
    expect(diary!.columns).not.toContain(told)
  for (const role of ['therapy_search', 'therapy_care'])
    for (const right of ['INSERT', 'UPDATE', 'REFERENCES'])
      expect(
        await api.query(
          `SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname = 'public' AND relkind = 'r' AND has_any_column_privilege($2, c.oid, $1)`,
          [right, role],
        ),
      ).toEqual([])
})

test('every function of ours resolves the tables it was written for', async () => {
  // By a fixed search_path, or a body whose names were bound at creation.
  const open = await api.query(
    `SELECT p.oid::regprocedure::text AS name FROM pg_proc p
     WHERE p.pronamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
       AND p.prosqlbody IS NULL
       AND NOT COALESCE('search_path=pg_catalog, public, pg_temp' = ANY (p.proconfig), false)`,
  )
  expect(open).toEqual([])
})

describe.each([
  'therapy_app',
  'therapy_system',
  'therapy_caseload',
  'therapy_locations',
  'therapy_care',
  'therapy_search',
  'therapy_eraser',
  'therapy_closer',
])('%s', (role) => {
  test('creates no temporary table or large object', async () => {
    const [may] = await api.query(
      `SELECT has_database_privilege($1, current_database(), 'TEMPORARY') AS temporary,
           ARRAY(SELECT oid::regprocedure::text FROM pg_proc
             WHERE pronamespace = 'pg_catalog'::regnamespace AND proname ~ '^lo(_.*|read|write)$'
               AND has_function_privilege($1, oid, 'EXECUTE')) AS "largeObjects"`,
      [role],
    )
    expect(may).toEqual({ temporary: false, largeObjects: [] })
  })
})

test('a temporary table cannot shadow a table that a trigger reads', async () => {
  const centre = createWorld(api, await api.createTenant())
  const note = await centre.signedNote()
  const move = `UPDATE public.sessions SET started_at = started_at - interval '1 day' WHERE id = $1`
  const shadow = `CREATE TEMP TABLE session_notes (tenant_id text, id text, session_id text, status text)`
  await expect(asTenant(centre.client.tenantId, () => app.query(shadow))).rejects.toMatchObject({
    code: '42501',
  })
  // The owner may create one, but its session cannot bypass the trigger either.
  await api.query(shadow)
  try {
    await expect(api.query(move, [note['sessionId']])).rejects.toThrow(/has a signed note/)
  } finally {
    await api.query('DROP TABLE pg_temp.session_notes')
  }
})

test('the role of the platform can change only these columns', async () => {
  const columns = await api.query<{ table: string; columns: string[] }>(
    `SELECT c.relname AS table, array_agg(a.attname::text ORDER BY a.attname) AS columns
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('public', 'therapy') AND c.relkind IN ('r', 'p', 'v') AND a.attnum > 0 AND NOT a.attisdropped
       AND has_column_privilege('therapy_system', c.oid, a.attnum, 'UPDATE')
     GROUP BY 1 ORDER BY 1`,
  )
  expect(Object.fromEntries(columns.map((row) => [row.table, row.columns]))).toEqual({
    ai_model_calls: ['answer', 'prompt', 'texts_until', 'version'],
    api_keys: ['last_used_at'],
    appointment_import_rows: ['source', 'version'],
    messages: ['sealed_address', 'sealed_variables', 'version'],
    operator_tokens: ['revoked_at'],
    outbox: ['attempts', 'available_at', 'done_at', 'last_error'],
    rate_limits: ['expire', 'key', 'points'],
    refresh_tokens: ['revoked_at', 'spent_at'],
    signing_keys: ['retired_at'],
    user_sessions: [
      'last_used_at',
      'previous_token_hash',
      'revoked_at',
      'rotated_at',
      'token_hash',
    ],
    webhook_deliveries: [
      'attempt_count',
      'finished_at',
      'last_reason',
      'last_status_code',
      'next_attempt_at',
      'status',
      'updated_at',
    ],
    webhook_endpoints: ['breaker_openings', 'breaker_until', 'courier', 'failing_started_at'],
  })
})

test('restricted_at follows the restriction, and no other column changes with it', async () => {
  const centre = createWorld(api, await api.createTenant())
  const { tenantId } = centre.client
  const change = (id: string, set: string) =>
    asTenant(tenantId, () => app.query(`UPDATE children SET ${set} WHERE id = $1`, [id]))
  const { id } = await centre.child()
  await expect(change(id, 'restricted_at = now()')).rejects.toThrow(/follows its processing/)
  const childId = (await centre.processingRestriction())['childId'] as string
  await expect(change(childId, 'restricted_at = NULL')).rejects.toThrow(/follows its processing/)
  const beside = `restricted_at = restricted_at + interval '1 s', first_name = 'X'`
  await expect(change(childId, beside)).rejects.toThrow(/is restricted by/)
})

const visible = () => tables.filter(({ privileges }) => privileges.includes('SELECT'))

/** Runs `work` as the application under a tenant (null: none) and rolls back. */
const asTenant = async <T>(tenant: string | null, work: () => Promise<T>): Promise<T> => {
  await app.query('BEGIN')
  try {
    if (tenant !== null) await app.query(`SELECT set_config('app.tenant', $1, true)`, [tenant])
    return await work()
  } finally {
    await app.query('ROLLBACK')
  }
}

/** Inserts a row of this tenant again: row-level security refuses it before keys are checked. */
const insertCopy = async (table: string) => {
  const [row] = await api.query<{ row: object }>(
    `SELECT to_jsonb(t) AS row FROM ${table} t WHERE tenant_id = $1 LIMIT 1`,
    [world.client.tenantId],
  )
  const [columns] = await api.query<{ names: string }>(
    `SELECT string_agg(quote_ident(attname), ', ') AS names FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  )
  return app.query(
    `INSERT INTO ${table} (${columns!.names})
     SELECT ${columns!.names} FROM jsonb_populate_record(NULL::${table}, $1)`,
    [JSON.stringify(row!.row)],
  )
}
