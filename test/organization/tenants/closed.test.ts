/** A closed centre: nothing is deleted before its date, and then everything except the trail. */
import { MockActivityEnvironment } from '@temporalio/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createActivities } from '../../../activities/index.ts'
import { closeTenant, reopenTenant } from '#organization/tenants/close-tenant.ts'
import { describeRemoval } from '#organization/tenants/describe-removal.ts'
import { groupsOfTables, removeClosedTenants } from '#organization/tenants/remove-closed-tenants.ts'
import { resumeTenant } from '#organization/tenants/resume-tenant.ts'
import type { Organization } from '#organization/tenants/schemas.ts'
import { setTenantRateLimit } from '#organization/tenants/set-tenant-rate-limit.ts'
import { suspendTenant } from '#organization/tenants/suspend-tenant.ts'
import { verifyTrail } from '#platform/audit/verify-trail.ts'
import { systemContext } from '#platform/core/context/context.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { createSandboxGateway } from '../../../providers/payments/sandbox.ts'
import { fillEveryTable } from '../../contract/every-table.ts'
import { createWorld } from '../../contract/world.ts'
import { joinAs, type Browser } from '../../staff/support.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { createTestDeliveries } from '../../workflows/support.ts'

const STAYS = ['audit_entries', 'audit_heads', 'audit_seals', 'tenants']

let api: TestApi
let platform: OpenPlatform
let centre: ApiClient
let neighbour: ApiClient
let owner: Browser
let key: ApiClient
let tables: string[]

beforeAll(async () => {
  api = await startApi()
  platform = api.services.platform
  ;[neighbour, centre] = [await api.createTenant(), await api.createTenant()]
  owner = await joinAs(api, centre, { roles: ['OWNER'] })
  for (const client of [neighbour, centre]) {
    const world = createWorld(api, client)
    await world.uploaded()
    await fillEveryTable(world)
  }
  key = await api.createClient(centre.tenantId)
  const rows = await api.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'tenant_id' ORDER BY 1`,
  )
  tables = rows.map(({ name }) => name)
})
afterAll(() => api[Symbol.asyncDispose]())

/** By the clock of the machine, because a centre is removed by the clock of the database. */
const operator = (client = centre) => ({
  ...systemContext(
    { ...platform, clock: { now: () => new Date() } },
    { tenantId: client.tenantId, action: 'test' },
  ),
  whileSuspended: true as const,
})
const nameOf = async ({ tenantId }: ApiClient): Promise<string> => {
  const [row] = await api.query<{ name: string }>('SELECT name FROM tenants WHERE tenant_id = $1', [
    tenantId,
  ])
  return row!.name
}
const close = async (afterDays = 30) =>
  closeTenant(operator(), { confirm: await nameOf(centre), afterDays })
const run = (options = {}) => {
  const removed: object[] = []
  return removeClosedTenants(
    platform,
    (tenantId, removal) => removed.push({ tenantId, ...removal }),
    options,
  ).then(() => removed)
}
const filesOf = async ({ tenantId }: ApiClient): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of platform.files.list(tenantId)) keys.push(key)
  return keys.toSorted()
}

/** Current rows of each table. */
const rowsOf = async ({ tenantId }: ApiClient): Promise<Record<string, string>> => {
  const found: Record<string, string> = {}
  for (const name of tables) {
    const [row] = await api.query<{ n: number; hash: string }>(
      `SELECT count(*)::int AS n, count(*) || ' ' || md5(string_agg(t::text, '' ORDER BY t::text)) AS hash
       FROM ${name} t WHERE tenant_id = $1`,
      [tenantId],
    )
    if (row!.n > 0) found[name] = row!.hash
  }
  return found
}
/** Pretends that days have passed, because the database has its own clock. */
const letItBeTime = () =>
  api.query(
    `UPDATE tenants SET suspended_at = suspended_at - interval '90 days', closes_at = closes_at - interval '90 days'
     WHERE tenant_id = $1`,
    [centre.tenantId],
  )

describe('until its date', () => {
  test('an active centre or a wrong name is refused', async () => {
    await expect(close()).rejects.toMatchObject({ code: 'invalid_transition' })
    await expect(reopenTenant(operator())).rejects.toMatchObject({ code: 'invalid_transition' })
    await suspendTenant(operator(), { reason: 'The contract ended.' })
    await expect(
      closeTenant(operator(), { confirm: 'Another centre', afterDays: 30 }),
    ).rejects.toMatchObject({ code: 'validation_failed' })
  })

  test('a plan names every table with rows, the files, and what stays', async () => {
    const plan = await describeRemoval(operator())
    expect([...Object.keys(plan.goes), ...Object.keys(plan.stays)].toSorted()).toEqual(
      Object.keys(await rowsOf(centre)),
    )
    expect(Object.keys(plan.stays)).toEqual(STAYS)
    expect(plan.files).toBe((await filesOf(centre)).length)
    expect(plan.files).toBeGreaterThan(0)
  })

  test('owners can read the date, the centre stays suspended, and it can be reopened', async () => {
    const from = Date.now()
    const { closesAt } = await close(7)
    const at = Date.parse(closesAt!) - 7 * DAY_MS
    expect(at).toBeGreaterThanOrEqual(from)
    expect(at).toBeLessThanOrEqual(Date.now())
    expect((await owner.get<Organization>('/v1/organization')).body).toMatchObject({
      status: 'SUSPENDED',
      closesAt,
    })
    await expect(close()).rejects.toMatchObject({ code: 'invalid_transition' })
    await expect(resumeTenant(operator())).rejects.toMatchObject({ code: 'invalid_transition' })
    expect(await reopenTenant(operator())).toMatchObject({ status: 'SUSPENDED', closesAt: null })
  })

  test('nothing can be removed', async () => {
    await api.query(
      `UPDATE tenants SET closes_at = greatest(now(), suspended_at) + interval '25 hours' WHERE tenant_id = $1`,
      [centre.tenantId],
    )
    const before = [await rowsOf(centre), await filesOf(centre)]
    expect(await run()).toEqual([])
    for (const { tenantId } of [centre, neighbour])
      for (const group of await groupsOfTables(platform))
        await expect(
          platform.database.system.query('SELECT therapy.remove_closed($1, $2, 100)', [
            tenantId,
            group,
          ]),
        ).rejects.toMatchObject({ code: '23001' })
    expect([await rowsOf(centre), await filesOf(centre)]).toEqual(before)
    const app = new pg.Client({ connectionString: api.database.appUrl })
    await app.connect()
    try {
      for (const statement of [
        `SELECT therapy.remove_closed('${centre.tenantId}', '{children}', 1)`,
        'SET ROLE therapy_closer',
      ])
        await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' })
    } finally {
      await app.end()
    }
  })

  test('the database refuses a date before tomorrow and an active centre', async () => {
    const set = (columns: string) =>
      api.query(`UPDATE tenants SET ${columns} WHERE tenant_id = $1`, [centre.tenantId])
    await expect(set(`closes_at = suspended_at + interval '23 hours'`)).rejects.toMatchObject({
      constraint: 'tenants_closed_when_suspended',
    })
    await expect(set(`status = 'ACTIVE'`)).rejects.toMatchObject({
      constraint: 'tenants_closed_when_suspended',
    })
    await expect(set(`closes_at = NULL, closed_at = now()`)).rejects.toMatchObject({
      constraint: 'tenants_closed_in_time',
    })
  })
})

test('the removal covers every table with a tenant, except the listed ones', async () => {
  expect((await groupsOfTables(platform)).flat().toSorted()).toEqual(
    tables.filter((name) => !STAYS.includes(name)),
  )
  const reached = await api.query<{ name: string; may: string[] }>(`
    SELECT c.relname AS name, ARRAY(SELECT p FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) p
      WHERE has_table_privilege('therapy_closer', c.oid, p)) AS may
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND has_any_column_privilege('therapy_closer', c.oid, 'SELECT, INSERT, UPDATE') ORDER BY 1`)
  for (const { name, may } of reached)
    expect([name, may]).toEqual([name, name === 'tenants' ? [] : ['SELECT', 'DELETE']])
})

describe('from its date on', () => {
  let untouched: [Record<string, string>, string[]]
  let trail: string[]
  const idsInTrail = async () => {
    const rows = await api.query<{ id: string }>(
      'SELECT id FROM audit_entries WHERE tenant_id = $1 ORDER BY id',
      [centre.tenantId],
    )
    return rows.map(({ id }) => id)
  }
  beforeAll(async () => {
    untouched = [await rowsOf(neighbour), await filesOf(neighbour)]
    trail = await idsInTrail()
    await letItBeTime()
  })

  test('nothing can be written, and waiting work ends', async () => {
    const closed = { code: 'not_found', message: 'The centre is closed.' }
    const write = (context: Parameters<typeof transact>[0]) =>
      transact(context, 'rooms:write', () => Promise.resolve())
    const workflow = { tenantId: centre.tenantId, action: 'test', workflowId: 'series/srs_1' }
    await expect(write(systemContext(platform, workflow))).rejects.toMatchObject(closed)
    await expect(write(operator())).rejects.toMatchObject(closed)
    await expect(setTenantRateLimit(operator(), { rateLimitPerMinute: 1 })).rejects.toMatchObject(
      closed,
    )
    await expect(reopenTenant(operator())).rejects.toMatchObject(closed)
  })

  test('the next run continues after a killed one', async () => {
    let asked = 0
    const signal = {
      throwIfAborted: () => {
        if (++asked === 60) throw new Error('killed')
      },
    }
    await expect(run({ batchSize: 1, signal })).rejects.toMatchObject({
      errors: [{ message: 'killed' }],
    })
    const left = Object.keys(await rowsOf(centre))
    expect(left.length).toBeGreaterThan(STAYS.length)
    expect(left.length).toBeLessThan(tables.length)
  })

  test('only its audit trail and the row that records the removal remain', async () => {
    const deliveries = createTestDeliveries(platform)
    const removed: object[] = []
    const activities = createActivities({
      platform,
      deliveries,
      gateway: createSandboxGateway(),
      maintenance: {
        centreRemoved: (tenantId, removal) => removed.push({ tenantId, ...removal }),
      },
    })
    await new MockActivityEnvironment().run(activities.purgeExpiredRows)
    expect(removed).toEqual([
      { tenantId: centre.tenantId, rows: expect.any(Number), files: expect.any(Number) },
    ])
    expect(Object.keys(await rowsOf(centre))).toEqual(STAYS)
    expect(await filesOf(centre)).toEqual([])
    const [row] = await api.query<Record<string, unknown>>(
      'SELECT * FROM tenants WHERE tenant_id = $1',
      [centre.tenantId],
    )
    expect(row).toMatchObject({
      name: '[closed]',
      status: 'SUSPENDED',
      status_reason: '[closed]',
      closed_at: expect.any(Date),
      privacy_contact_email: null,
      message_sender_name: null,
      message_reply_to_email: null,
      closures: null,
    })
  })

  test('the trail verifies, with one more entry', async () => {
    const now = await idsInTrail()
    expect(now.filter((id) => !trail.includes(id))).toHaveLength(1)
    expect(now).toEqual(expect.arrayContaining(trail))
    expect(await verifyTrail(platform, { tenantId: centre.tenantId })).toMatchObject({ ok: true })
  })

  test('a second run changes nothing, and other centres are unchanged', async () => {
    const before = await rowsOf(centre)
    expect(await run()).toEqual([])
    expect(await rowsOf(centre)).toEqual(before)
    expect([await rowsOf(neighbour), await filesOf(neighbour)]).toEqual(untouched)
  })

  test('nobody can sign in', async () => {
    expect((await owner.get('/v1/organization')).status).toBe(401)
    expect((await key.get('/v1/children')).status).toBe(401)
  })
})
