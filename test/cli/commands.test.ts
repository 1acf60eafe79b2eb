import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyTrail } from '#platform/audit/verify-trail.ts'
import { DEFAULT_SCOPES } from '#platform/core/access/permissions.ts'
import { verifyOperatorToken } from '#platform/identity/verify-operator-token.ts'
import { type OpenPlatform } from '#platform/core/context/platform.ts'
import { openPlatform } from '#registry/open-platform.ts'
import { othersEnded, TEST_KEYS } from '../platform/audit/trail.ts'
import { createDatabase, temporalAddress, type TestDatabase } from '../support/servers.ts'
import { startHost, therapy, type CommandHost, type CommandResult } from './therapy.ts'

let database: TestDatabase
let platform: OpenPlatform
let owner: pg.Client
let host: CommandHost

beforeAll(async () => {
  host = startHost()
  database = await createDatabase()
  const { appUrl, systemUrl } = database
  platform = openPlatform({ appUrl, systemUrl, encryptionKeys: TEST_KEYS, poolSize: 2 })
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})

afterAll(async () => {
  await host[Symbol.asyncDispose]()
  await owner.end()
  await platform[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const environment = () => ({
  APP_DATABASE_URL: database.appUrl,
  SYSTEM_DATABASE_URL: database.systemUrl,
  ENCRYPTION_KEYS: TEST_KEYS,
  PUBLIC_URL: 'https://care.example.com',
})

const run = (...args: string[]): Promise<CommandResult> => host.therapy(environment(), ...args)

/** The --json output of a command that must succeed. */
const json = async <T = Record<string, string>>(...args: string[]): Promise<T> => {
  const { code, stdout, stderr } = await run(...args, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.trim().split('\n')).toHaveLength(1)
  return JSON.parse(stdout) as T
}

const rowsOf = async (tenantId: string, action: string) =>
  (
    await owner.query<{
      actor_kind: string
      actor_id: string
      outcome: string
      code: string | null
    }>(
      `SELECT actor_kind, actor_id, outcome, code FROM audit_entries
        WHERE tenant_id = $1 AND action = $2 ORDER BY seq`,
      [tenantId, action],
    )
  ).rows

const byOperator = { actor_kind: 'SYSTEM', actor_id: 'operator', outcome: 'ALLOWED', code: null }

interface NewTenant {
  tenantId: string
  clientId: string
  clientSecret: string
}

const newTenant = () => json<NewTenant>('tenant', 'create', '--name', 'Sunrise')

test('a command picks the only centre and names it, and asks if there are several', async () => {
  const none = await run('key', 'list')
  expect(none).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No centre yet') as string,
  })
  const { tenantId, clientId } = await newTenant()
  const only = await run('key', 'list', '--json')
  expect(only).toMatchObject({ code: 0, stderr: `therapy: the centre ${tenantId} (Sunrise)\n` })
  expect(JSON.parse(only.stdout)).toMatchObject({ data: [{ clientId }] })
  await newTenant()
  const several = await run('key', 'create', '--name', 'x')
  expect(several).toMatchObject({ code: 2, stderr: expect.stringContaining('--tenant') as string })
})

describe('tenant', () => {
  test('create opens a centre and prints a first key with every scope except signing for others', async () => {
    const tenant = await newTenant()
    expect(Object.keys(tenant)).toEqual(['tenantId', 'clientId', 'clientSecret'])
    const { data } = await json<{ data: { clientId: string; scopes: string[] }[] }>(
      'key',
      'list',
      '--tenant',
      tenant.tenantId,
    )
    expect(data).toMatchObject([{ clientId: tenant.clientId, scopes: [...DEFAULT_SCOPES] }])
    expect(JSON.stringify(data)).not.toContain(tenant.clientSecret)
    expect(await rowsOf(tenant.tenantId, 'therapy tenant create')).toEqual([byOperator])
    expect(await rowsOf(tenant.tenantId, 'therapy key list')).toEqual([byOperator])
  })

  test('list shows centres, for people and for programs', async () => {
    const { tenantId } = await newTenant()
    const { data } = await json<{ data: object[] }>('tenant', 'list')
    expect(data).toContainEqual(
      expect.objectContaining({ tenantId, name: 'Sunrise', timeZone: 'UTC' }),
    )
    expect((await run('tenant', 'list')).stdout).toMatch(
      new RegExp(`^TENANT +NAME[^]*\n${tenantId}  Sunrise`),
    )
  })
})

test('operator token issues a token for a limited time, and records it', async () => {
  const { token, expiresAt } = await json('operator', 'token', '--name', 'ana', '--minutes', '5')
  expect(await verifyOperatorToken(platform, token)).toEqual({
    name: 'ana',
    expiresAt: new Date(expiresAt ?? ''),
  })
  expect(await rowsOf('ten_platform', 'therapy operator token')).toEqual([byOperator])
})

test('operator list shows who can read payloads, and operator revoke ends one token or all tokens of a person and records it', async () => {
  interface Listed {
    data: { id: string; name: string }[]
  }
  const make = (name: string) => json('operator', 'token', '--name', name)
  const ids = async () => (await json<Listed>('operator', 'list')).data.map(({ id }) => id)
  const [one, two, other] = [await make('bea'), await make('bea'), await make('cem')]
  expect(await ids()).toEqual(expect.arrayContaining([one.id, two.id, other.id]))
  expect((await run('operator', 'list')).stdout).toMatch(/^TOKEN ID +NAME[^]* cem /)

  expect((await run('operator', 'revoke', one.id!)).stdout).toBe(`${one.id} of bea is revoked.\n`)
  await expect(verifyOperatorToken(platform, one.token)).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  expect(await verifyOperatorToken(platform, two.token)).toMatchObject({ name: 'bea' })
  expect(await run('operator', 'revoke', one.id!)).toMatchObject({ code: 1, stdout: '' })

  const { data } = await json<Listed>('operator', 'revoke', '--name', 'bea')
  expect(data.map(({ id }) => id)).toEqual([two.id])
  await expect(verifyOperatorToken(platform, two.token)).rejects.toThrow('Sign in')
  expect(await ids()).not.toContain(two.id)
  expect(await ids()).toContain(other.id)
  expect(await rowsOf('ten_platform', 'therapy operator revoke')).toEqual([
    byOperator,
    { ...byOperator, outcome: 'REFUSED', code: 'not_found' },
    byOperator,
  ])
})

describe('tenant limit', () => {
  test('sets and removes the shared rate limit of all keys of a centre', async () => {
    const { tenantId } = await newTenant()
    const limitOf = async () => {
      const { data } = await json<{ data: { tenantId: string; rateLimitPerMinute: number }[] }>(
        'tenant',
        'list',
      )
      return data.find((tenant) => tenant.tenantId === tenantId)?.rateLimitPerMinute
    }
    const set = (limit: string) =>
      json('tenant', 'limit', '--tenant', tenantId, '--rate-limit', limit)
    expect(await limitOf()).toBeNull()
    expect(await set('20000')).toEqual({ tenantId, rateLimitPerMinute: 20_000 })
    expect(await limitOf()).toBe(20_000)
    await set('default')
    expect(await limitOf()).toBeNull()
    for (const wrong of ['0', 'many', '1.5'])
      expect(
        await run('tenant', 'limit', '--tenant', tenantId, '--rate-limit', wrong),
      ).toMatchObject({ code: 2, stdout: '' })
    expect(await rowsOf(tenantId, 'therapy tenant limit')).toEqual([byOperator, byOperator])
  })
})

describe('tenant suspend and resume', () => {
  test('stop a centre and continue it, and record both', async () => {
    const { tenantId } = await newTenant()
    const suspend = ['tenant', 'suspend', '--tenant', tenantId]
    expect(await run(...suspend)).toMatchObject({ code: 2, stdout: '' })
    const reason = 'The contract ended.'
    const suspended = { tenantId, status: 'SUSPENDED', reason }
    expect(await json(...suspend, '--reason', reason)).toMatchObject(suspended)
    const { data } = await json<{ data: object[] }>('tenant', 'list')
    expect(data).toContainEqual(expect.objectContaining({ tenantId, status: 'SUSPENDED' }))
    // The operator's commands keep working.
    await json('tenant', 'limit', '--tenant', tenantId, '--rate-limit', '20000')
    const resumed = { tenantId, status: 'ACTIVE', woken: 0, seconds: 0 }
    expect(await json('tenant', 'resume', '--tenant', tenantId)).toEqual(resumed)
    expect(await run('tenant', 'resume', '--tenant', tenantId)).toMatchObject({ code: 1 })
    expect(await rowsOf(tenantId, 'therapy tenant suspend')).toEqual([byOperator])
    expect(await rowsOf(tenantId, 'therapy tenant resume')).toEqual([
      byOperator,
      { ...byOperator, outcome: 'REFUSED', code: 'invalid_transition' },
    ])
  })
})

describe('tenant close and reopen', () => {
  test('schedule and cancel the removal of a suspended centre, and record both', async () => {
    const { tenantId } = await newTenant()
    const folder = await mkdtemp(path.join(tmpdir(), 'therapy-close-'))
    const withFiles = (...args: string[]) =>
      host.therapy({ ...environment(), FILES_LOCATION: folder }, ...args)
    const close = ['tenant', 'close', '--tenant', tenantId]
    const confirmed = [...close, '--confirm', 'Sunrise']
    try {
      expect(await withFiles(...close)).toMatchObject({ code: 2, stdout: '' })
      for (const wrong of ['0', '366', 'soon'])
        expect(await withFiles(...confirmed, '--after', wrong)).toMatchObject({
          code: 2,
          stderr: expect.stringContaining('--after') as string,
        })
      const plan = await withFiles(...close, '--dry-run')
      expect(plan).toMatchObject({ code: 0, stderr: '' })
      expect(plan.stdout).toContain(`${tenantId} (Sunrise)`)
      expect(plan.stdout).toMatch(/^api_keys +1$/m)
      // First active, then with another name.
      expect(await withFiles(...confirmed)).toMatchObject({ code: 1, stdout: '' })
      await json('tenant', 'suspend', '--tenant', tenantId, '--reason', 'The contract ended.')
      expect(await withFiles(...close, '--confirm', 'Sunset')).toMatchObject({ code: 2 })
      const { code, stdout } = await withFiles(...confirmed, '--after', '60', '--json')
      const { closesAt } = JSON.parse(stdout) as { closesAt: string }
      expect(code).toBe(0)
      const { data } = await json<{ data: object[] }>('tenant', 'list')
      expect(data).toContainEqual(
        expect.objectContaining({ tenantId, status: 'SUSPENDED', closesAt, closedAt: null }),
      )
      expect(await run('tenant', 'resume', '--tenant', tenantId)).toMatchObject({ code: 1 })
      const reopened = { tenantId, status: 'SUSPENDED' }
      expect(await json('tenant', 'reopen', '--tenant', tenantId)).toEqual(reopened)
      await json('tenant', 'resume', '--tenant', tenantId)
      expect(await rowsOf(tenantId, 'therapy tenant close')).toEqual([
        byOperator,
        { ...byOperator, outcome: 'REFUSED', code: 'invalid_transition' },
        { ...byOperator, outcome: 'REFUSED', code: 'validation_failed' },
        byOperator,
      ])
      expect(await rowsOf(tenantId, 'therapy tenant reopen')).toEqual([byOperator])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe('tenant export', () => {
  test('writes a centre into a folder, records it, and verifies the folder', async () => {
    const { tenantId } = await newTenant()
    const folder = await mkdtemp(path.join(tmpdir(), 'therapy-export-'))
    try {
      const files = { FILES_LOCATION: path.join(folder, 'store') }
      const out = path.join(folder, 'export')
      const written = ['tenant', 'export', '--tenant', tenantId, '--out', out]
      expect(await run(...written)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('FILES_LOCATION') as string,
      })
      const { code, stderr, stdout } = await host.therapy(
        { ...environment(), ...files },
        ...written,
      )
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toContain(`${tenantId} (Sunrise)`)
      expect(await rowsOf(tenantId, 'therapy tenant export')).toEqual([byOperator])
      const verified = await json('tenant', 'export', '--verify', out)
      expect(verified).toMatchObject({ ok: true, problems: [], tenantId })
      await rm(path.join(out, 'README.md'))
      expect(await run('tenant', 'export', '--verify', out)).toMatchObject({
        code: 1,
        stdout: 'README.md is missing.\n',
      })
      for (const wrong of [[], ['--out', out, '--verify', out]])
        expect(await run('tenant', 'export', ...wrong)).toMatchObject({ code: 2, stdout: '' })
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('tenant update', () => {
  test('changes the settings of a centre and writes its audit trail', async () => {
    const { tenantId } = await newTenant()
    const update = (...args: string[]) => ['tenant', 'update', '--tenant', tenantId, ...args]
    const all = ['--name', 'Moved', '--time-zone', 'Europe/Vienna', '--currency', 'CHF']
    const after = { tenantId, name: 'Moved', timeZone: 'Europe/Vienna', currency: 'CHF' }
    expect(await json(...update(...all))).toEqual(after)
    expect(await json(...update('--name', 'Again'))).toEqual({ ...after, name: 'Again' })
    const { data } = await json<{ data: { tenantId: string }[] }>('tenant', 'list')
    expect(data.find((it) => it.tenantId === tenantId)).toMatchObject({
      name: 'Again',
      timeZone: 'Europe/Vienna',
      currency: 'CHF',
    })
    for (const wrong of [[], ['--time-zone', 'Vienna'], ['--currency', 'XXX']])
      expect(await run(...update(...wrong))).toMatchObject({ code: 2, stdout: '' })
    expect(await rowsOf(tenantId, 'therapy tenant update')).toEqual([byOperator, byOperator])
  })
})

describe('key', () => {
  test('create narrows the key as requested', async () => {
    const { tenantId } = await newTenant()
    const options = {
      '--tenant': tenantId,
      '--name': 'Booking site',
      '--scopes': 'bookings, ai.read',
      '--resources': 'appointments',
      '--methods': 'get,POST',
      '--expires': '2099-01-01T00:00:00+01:00',
      '--rate-limit': '6000',
    }
    const { clientId, ...rest } = await json('key', 'create', ...Object.entries(options).flat())
    expect(Object.keys(rest)).toEqual(['clientSecret'])
    const { data } = await json<{ data: object[] }>('key', 'list', '--tenant', tenantId)
    expect(data[0]).toMatchObject({
      clientId,
      name: 'Booking site',
      scopes: ['bookings', 'ai.read'],
      resources: ['appointments'],
      methods: ['GET', 'POST'],
      expiresAt: '2098-12-31T23:00:00.000Z',
      rateLimitPerMinute: 6000,
    })
    expect(await rowsOf(tenantId, 'therapy key create')).toEqual([byOperator])
  })

  test('create refuses a key without an owner or with an expiry in the past', async () => {
    const unknown = await run('key', 'create', '--tenant', 'ten_unknown', '--name', 'x')
    expect(unknown.code).toBe(1)
    expect(unknown.stderr).toMatch(/^therapy: No such tenant: ten_unknown\. .*\n$/)

    const { tenantId } = await newTenant()
    const args = ['--tenant', tenantId, '--name', 'x', '--expires', '2020-01-01T00:00:00Z']
    expect(await run('key', 'create', ...args)).toMatchObject({ code: 2 })
    expect(await rowsOf(tenantId, 'therapy key create')).toEqual([
      { ...byOperator, outcome: 'REFUSED', code: 'validation_failed' },
    ])
  })

  test('revoke finds the centre from the key', async () => {
    const { tenantId, clientId } = await newTenant()
    expect(await json('key', 'revoke', clientId)).toMatchObject({ tenantId, clientId })
    expect((await run('key', 'list', '--tenant', tenantId)).stdout).toMatch(/First key  revoked/)
    expect(await json('key', 'revoke', '--tenant', tenantId, clientId)).toBeDefined()
    expect(await rowsOf(tenantId, 'therapy key revoke')).toEqual([byOperator, byOperator])
  })

  test('revoke does not find a key of another centre, and reports wrong usage for text that is no key', async () => {
    const [{ clientId }, { tenantId }] = await Promise.all([newTenant(), newTenant()])
    const other = await run('key', 'revoke', '--tenant', tenantId, clientId)
    expect(other).toMatchObject({ code: 1, stdout: '' })
    expect(await run('key', 'revoke', 'apt_1')).toMatchObject({ code: 2, stdout: '' })
  })
})

describe('user', () => {
  test('invite creates the first owner of a centre, and sign-in-link prints their link', async () => {
    const { tenantId } = await newTenant()
    const of = ['--tenant', tenantId] as const
    const owner = ['--email', 'Ada@example.org', '--name', 'Ada', '--roles', 'OWNER'] as const
    expect(await json('user', 'invite', ...of, ...owner)).toMatchObject({
      email: 'ada@example.org',
      status: 'INVITED',
      roles: ['OWNER'],
    })
    const { url, expiresAt } = await json(
      'user',
      'sign-in-link',
      ...of,
      '--email',
      'ada@example.org',
    )
    expect(url).toMatch(/^https:\/\/care\.example\.com\/sign-in\/[\w-]{43}$/)
    expect(Date.parse(expiresAt!) - Date.now()).toBeGreaterThan(59 * 60_000)
    expect(await rowsOf(tenantId, 'therapy user sign-in-link')).toEqual([byOperator])
    const ada = ['--email', 'ada@example.org'] as const
    expect(await json('user', 'revoke-passkeys', ...of, ...ada)).toEqual({ revoked: [] })
    const listed = (await run('user', 'list', ...of)).stdout.split('\n')
    expect(listed[0]).toMatch(/^ID +E-MAIL +NAME +STATUS +ROLES$/)
    expect(listed[1]).toMatch(/ada@example\.org +Ada +invited +OWNER$/)
  })

  test('invite and sign-in-link refuse invalid combinations', async () => {
    const { tenantId } = await newTenant()
    const of = ['--tenant', tenantId] as const
    const bound = ['--email', 'a@example.org', '--name', 'A', '--roles', 'THERAPIST'] as const
    const invited = await run('user', 'invite', ...of, ...bound)
    expect(invited).toMatchObject({ code: 2, stderr: expect.stringContaining('providerId') })
    const unknown = await run(
      'user',
      'invite',
      ...of,
      '--email',
      'x',
      '--name',
      'A',
      '--roles',
      'KING',
    )
    expect(unknown.code).toBe(2)
    expect(unknown.stderr).toContain('--email')
    expect(unknown.stderr).toContain('--roles')
    const nobody = await run('user', 'sign-in-link', ...of, '--email', 'nobody@example.org')
    expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining('No such user') })
  })
})

describe('migrate', () => {
  test('reports its work, sets the passwords of the roles and registers search attributes', async () => {
    const env = {
      ...environment(),
      DATABASE_URL: database.ownerUrl,
      TEMPORAL_ADDRESS: temporalAddress(),
    }
    const first = await host.therapy(env, 'migrate', '--json')
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(first.stdout)).toMatchObject({ migrations: [], temporal: 'up to date' })
    expect((await host.therapy(env, 'migrate')).stdout).toBe(
      'migrations         up to date\nsearch attributes  up to date\n',
    )
    expect(await rowsOf('ten_platform', 'therapy migrate')).toContainEqual(byOperator)
  })

  test('migrates without Temporal, with a warning', async () => {
    const env = { DATABASE_URL: database.ownerUrl, TEMPORAL_ADDRESS: '127.0.0.1:1' }
    const { code, stdout, stderr } = await host.therapy(env, 'migrate', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ temporal: 'not registered' })
    expect(stderr).toMatch(
      /^therapy: warning: search attributes were not registered: Temporal at 127\.0\.0\.1:1 .*\n$/,
    )
  })

  test('requires the address of the owner', async () => {
    const { code, stderr } = await run('migrate')
    expect(code).toBe(2)
    expect(stderr).toMatch(/^therapy: DATABASE_URL is not set/)
  })
})

describe('audit', () => {
  test('seal and verify work, and verify reports a manipulated trail', async () => {
    const { tenantId } = await newTenant()
    await othersEnded(platform)
    expect(await json<object>('audit', 'seal')).toMatchObject({ refused: [] })
    const sound = await json<Record<string, unknown>>('audit', 'verify')
    expect(sound).toMatchObject({ ok: true, anchor: expect.stringMatching(/^\d+:[0-9a-f]{64}$/) })
    expect((await run('audit', 'verify', '--tenant', tenantId)).stdout).toMatch(
      /^The audit trail is sound: \d+ entries in \d+ seals; \d+ not sealed yet\.\nAnchor /,
    )
    const anchored = await run('audit', 'verify', '--anchor', String(sound['anchor']))
    expect(anchored.code).toBe(0)

    const { rows } = await owner.query<{ id: string }>(
      'SELECT id FROM audit_entries WHERE tenant_id = $1 ORDER BY seq LIMIT 1',
      [tenantId],
    )
    const entryId = rows[0]!.id
    await owner.query("SET session_replication_role = 'replica'")
    await owner.query("UPDATE audit_entries SET action = 'nothing' WHERE id = $1", [entryId])
    const broken = await run('audit', 'verify', '--tenant', tenantId)
    expect(broken).toMatchObject({ code: 1, stderr: '' })
    expect(broken.stdout).toContain('The audit trail is BROKEN: entry_altered.')
    expect(broken.stdout).toContain(`entry   ${entryId}\n`)
    const { code, stdout } = await run('audit', 'verify', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      problem: { kind: 'entry_altered', tenantId, sealNumber: 1, entryId },
    })
    await owner.query("UPDATE audit_entries SET action = 'createTenant' WHERE id = $1", [entryId])
    await owner.query('RESET session_replication_role')
    expect(await verifyTrail(platform)).toMatchObject({ ok: true })
  })

  test('verify explains an unknown centre and an invalid anchor', async () => {
    expect(await run('audit', 'verify', '--tenant', 'ten_unknown')).toMatchObject({ code: 1 })
    expect(await run('audit', 'verify', '--anchor', 'x')).toMatchObject({ code: 2 })
  })
})

test.each(['webhook', 'token', 'audit'])('%s keys rotate creates a new key', async (command) => {
  const { keyId: before } = await json(command, 'keys', 'rotate')
  const { keyId, purpose } = await json(command, 'keys', 'rotate')
  const { data } = await json<{ data: object[] }>(command, 'keys', 'list')
  const announced = command === 'webhook'
  expect(data.slice(0, 2)).toMatchObject([
    { keyId, signs: !announced, retiredAt: null, publishedUntil: null },
    { keyId: before, retiredAt: expect.any(String) as string },
  ])
  const { rows } = await owner.query<{ id: string }>(
    'SELECT id FROM signing_keys WHERE purpose = $1 AND retired_at IS NULL',
    [purpose],
  )
  expect(rows).toEqual([{ id: keyId }])
  expect(await rowsOf('ten_platform', `therapy ${command} keys rotate`)).toEqual([
    byOperator,
    byOperator,
  ])
})

test('webhook keys rotate --now signs immediately; without it, the key is published first', async () => {
  const { keyId: first } = await json('webhook', 'keys', 'rotate', '--now')
  const rotated = await run('webhook', 'keys', 'rotate')
  expect(rotated.stdout).toMatch(
    /^kid_\w+ is published, and signs webhook deliveries \(v2\) from .*Z on\. /,
  )
  const listed = (await run('webhook', 'keys', 'list')).stdout.split('\n')
  expect(listed[0]).toMatch(/^KEY ID +ALGORITHM +CREATED +STATE$/)
  expect(listed[1]).toMatch(/ EdDSA .* signs from /)
  expect(listed[2]).toMatch(new RegExp(`^${first} .* signs$`))
})

test('openapi prints the document', async () => {
  const { code, stdout } = await therapy({}, 'openapi')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.0' })
})
