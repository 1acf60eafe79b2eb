/** Backups of a platform with its own servers. The drill `backup-restore` covers `bin/up`. */
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLocation } from '#organization/locations/create-location.ts'
import { createTenant } from '#organization/tenants/create-tenant.ts'
import { systemContext } from '#platform/core/context/context.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { createFileStore } from '#providers/files/file-store.ts'
import { openPlatform } from '#registry/open-platform.ts'
import { withRole } from '../../dev/environment.ts'
import { startPostgres, type PostgresServer } from '../../dev/postgres.ts'
import { migrate } from '../../prisma/migrate.ts'
import { TEST_KEYS } from '../platform/audit/trail.ts'
import { AWS_CREDENTIALS, startBucket, type Bucket } from '../support/bucket.ts'
import { createDatabase } from '../support/servers.ts'
import { startHost, type CommandHost } from './therapy.ts'

const PASSWORDS = { appPassword: 'app', systemPassword: 'system' }
const FILE = { key: 'ten_1/att_1.token', bytes: Buffer.alloc(100_000, 'seen at home ') }

const stack = new AsyncDisposableStack()
const dir = mkdtempSync(path.join(tmpdir(), 'therapy-backups-'))
const at = (...names: string[]) => path.join(dir, ...names)
let host: CommandHost
let server: PostgresServer
let platform: OpenPlatform
let bucket: Bucket | undefined

beforeAll(async () => {
  stack.defer(() => rmSync(dir, { recursive: true, force: true }))
  host = stack.use(startHost())
  bucket = await startBucket()
  if (bucket) stack.use(bucket)
  server = stack.use(await startPostgres({ dataDir: at('servers') }))
  await migrate(server.ownerUrl, PASSWORDS)
  platform = stack.use(openPlatform({ ...urls(server), encryptionKeys: TEST_KEYS, poolSize: 2 }))
  const { id: tenantId } = await createTenant(platform, { name: 'Sunrise' })
  const ctx = systemContext(platform, { tenantId, action: 'test' })
  await createLocation(ctx, { name: 'Mitte', timeZone: 'Europe/Berlin' })
  await createFileStore(at('files')).put(FILE.key, FILE.bytes, 'text/plain')
  await made('backup')
})
afterAll(() => stack.disposeAsync())

const urls = ({ ownerUrl }: Pick<PostgresServer, 'ownerUrl'>) => ({
  appUrl: withRole(ownerUrl, 'therapy_app', PASSWORDS.appPassword),
  systemUrl: withRole(ownerUrl, 'therapy_system', PASSWORDS.systemPassword),
})

const environment = (ownerUrl = server.ownerUrl, filesLocation = at('files')) => {
  const { appUrl, systemUrl } = urls({ ownerUrl })
  return {
    ...AWS_CREDENTIALS,
    DATABASE_URL: ownerUrl,
    APP_DATABASE_URL: appUrl,
    SYSTEM_DATABASE_URL: systemUrl,
    ENCRYPTION_KEYS: TEST_KEYS,
    FILES_LOCATION: filesLocation,
  }
}

const run = (...args: string[]) => host.therapy(environment(), ...args)

const made = async (name: string, ...options: string[]): Promise<string> => {
  const answer = await run('backup', '--out', at(name), ...options)
  expect(answer, answer.stderr).toMatchObject({ code: 0 })
  return at(name)
}

const query = async <Row extends object>(url: string, text: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** A server on a restored data folder. */
const startOn = async (name: string) => {
  cpSync(at('servers/password'), at(name, 'password'))
  return startPostgres({ dataDir: at(name) })
}

describe('the data folder of a server, and the files', () => {
  test('is restored: rows, transactions counted by the audit trail, bytes', async () => {
    const counter = 'SELECT pg_current_xact_id()::text::int AS counter'
    const [before] = await query<{ counter: number }>(server.ownerUrl, counter)
    const places = ['--database', at('restored/cluster'), '--files', at('restored-files')]
    const answer = await run('restore', '--from', at('backup'), ...places)
    expect(answer.code, answer.stderr).toBe(0)
    expect(answer.stdout).toContain('therapy workflows wake --all --since 20')
    await using restored = await startOn('restored')
    const named = 'SELECT name FROM tenants UNION ALL SELECT name FROM locations ORDER BY name'
    expect(await query(restored.ownerUrl, named)).toEqual(await query(server.ownerUrl, named))
    const [after] = await query<{ counter: number }>(restored.ownerUrl, counter)
    expect(before!.counter - after!.counter).toBeLessThan(10)
    expect(await migrate(restored.ownerUrl, PASSWORDS)).toEqual([])
    const kept = createFileStore(at('restored-files'))
    expect(Buffer.from(await kept.get(FILE.key))).toEqual(FILE.bytes)
    const verified = await host.therapy(environment(restored.ownerUrl), 'audit', 'verify')
    expect(verified.stdout).toContain('sound')
  })

  test('has its backup recorded, in the backup itself', async () => {
    const entries = "SELECT FROM audit_entries WHERE action = 'therapy backup'"
    expect((await query(server.ownerUrl, entries)).length).toBeGreaterThan(0)
  })

  test('is backed up to S3 and restored from it, if moto is installed', async (context) => {
    if (!bucket) return context.skip()
    const { location } = bucket
    const store = () => {
      for (const [name, value] of Object.entries(AWS_CREDENTIALS)) process.env[name] = value
      return createFileStore(location)
    }
    const into = ['restore', '--from', at('backup'), '--files', location]
    expect((await run(...into)).code).toBe(0)
    expect(Buffer.from(await store().get(FILE.key))).toEqual(FILE.bytes)
    expect(await run(...into)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Name an empty bucket'),
    })
    const env = environment(server.ownerUrl, location)
    const answer = await host.therapy(env, 'backup', '--out', at('from-s3'), '--json')
    expect(JSON.parse(answer.stdout)).toMatchObject({ files: 1 })
    expect(existsSync(at('from-s3/files', FILE.key))).toBe(true)
  })

  test('is moved aside if the target is not empty', async () => {
    await run('restore', '--from', at('backup'), '--files', at('aside'))
    const again = ['restore', '--from', at('backup'), '--files', at('aside')]
    expect(await run(...again)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('add --set-aside'),
    })
    const answer = await run(...again, '--set-aside', '--json')
    const [before] = (JSON.parse(answer.stdout) as { setAside: [string] }).setAside
    expect(readdirSync(before)).toEqual(readdirSync(at('aside')))
  })

  test('is not restored while a server is running', async () => {
    const answer = await run(
      'restore',
      '--from',
      at('backup'),
      '--database',
      at('servers/cluster'),
      '--set-aside',
    )
    expect(answer).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('PostgreSQL is running on'),
    })
  })
})

test('a restore hands over to Temporal again what was handed over since a given time', async () => {
  const { system } = platform.database
  const insert = `
    INSERT INTO outbox (tenant_id, id, kind, type, subject_type, subject_id, payload, actor, created_at, available_at, done_at)
    SELECT tenant_id, 'wfm_' || n, 'workflow', 'appointmentLifecycle', 'appointment', 'apt_' || n, '{"action":"wake"}', '{}',
      now(), now(), '2026-11-28T04:00:00Z'::timestamptz + n * interval '1 hour'
    FROM tenants, generate_series(-1, 1) n WHERE name = 'Sunrise'`
  await query(server.ownerUrl, insert)
  const answer = await run(
    'workflows',
    'wake',
    '--all',
    '--since',
    '2026-11-28T04:00:00Z',
    '--json',
  )
  expect(JSON.parse(answer.stdout)).toMatchObject({ centres: 1, repeated: 2 })
  const left = "SELECT id FROM outbox WHERE id LIKE 'wfm_%' AND done_at IS NULL ORDER BY id"
  expect((await system.query(left)).rows.map(({ id }) => id)).toEqual(['wfm_0', 'wfm_1'])
})

describe('keys', () => {
  test('are written separately and never replaced', async () => {
    await made('with-keys', '--keys', at('keys.json'))
    await made('with-keys-again', '--keys', at('keys.json'))
    const other = {
      ...environment(),
      ENCRYPTION_KEYS: `k9:${Buffer.alloc(32, 9).toString('base64')}`,
    }
    const answer = await host.therapy(
      other,
      'backup',
      '--out',
      at('other'),
      '--keys',
      at('keys.json'),
    )
    expect(answer).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('other encryption keys'),
    })
  })

  test('of another backup are refused', async () => {
    const text = {
      format: 'therapy-keys/1',
      encryptionKeys: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
      folder: {},
    }
    writeFileSync(at('wrong.json'), JSON.stringify(text))
    const answer = await run(
      'restore',
      '--from',
      at('backup'),
      '--keys',
      at('wrong.json'),
      '--into',
      at('new'),
    )
    expect(answer).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('lacks encryption keys of this backup (k1)'),
    })
  })
})

test.each([
  ['no place', ['--from', at('backup')], 'The target is missing'],
  ['a folder without its keys', ['--from', at('backup'), '--into', at('new')], 'without its keys'],
  [
    'a folder and places',
    ['--from', at('backup'), '--into', at('new'), '--files', at('new')],
    'Omit --database and --files',
  ],
  ['what is no backup', ['--from', at('servers'), '--check'], 'holds no finished backup'],
  [
    'keys that are none',
    ['--from', at('backup'), '--keys', at('backup/manifest.json'), '--check'],
    'holds no keys',
  ],
])('a restore refuses %s', async (_, args, says) => {
  const answer = await run('restore', ...args)
  expect(answer).toMatchObject({ code: 2, stderr: expect.stringContaining(says) })
  expect(existsSync(at('new'))).toBe(false)
})

test.each([
  ['a folder that holds something', ['--out', at('servers')], 'is not empty'],
  [
    'keys beside what they open',
    ['--out', at('none'), '--keys', at('none/keys.json')],
    'Name a file outside of it',
  ],
  ['a rate that the server refuses', ['--out', at('none'), '--max-rate', '1'], '--max-rate'],
])('a backup refuses %s', async (_, args, says) => {
  expect(await run('backup', ...args)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(says),
  })
  expect(existsSync(at('none'))).toBe(false)
})

describe('an unsuitable server is refused with the setting to change, and nothing is left behind', () => {
  test('a role without REPLICATION', async () => {
    await query(server.ownerUrl, "CREATE ROLE plain LOGIN PASSWORD 'plain'")
    const env = { ...environment(), DATABASE_URL: withRole(server.ownerUrl, 'plain', 'plain') }
    const answer = await host.therapy(env, 'backup', '--out', at('plain'))
    expect(answer).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ALTER ROLE … REPLICATION'),
    })
    expect(readdirSync(at('plain'))).toEqual([])
  })

  test('a server with a low WAL level', async () => {
    await using database = await createDatabase()
    const env = { ...environment(), DATABASE_URL: database.ownerUrl }
    const answer = await host.therapy(env, 'backup', '--out', at('minimal'))
    expect(answer).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/max_wal_senders|wal_level/),
    })
    expect(readdirSync(at('minimal'))).toEqual([])
  })

  test('an address that may not replicate', async () => {
    const hba = at('servers/cluster/pg_hba.conf')
    cpSync(hba, at('hba'))
    writeFileSync(hba, 'host all all 127.0.0.1/32 scram-sha-256\n')
    await query(server.ownerUrl, 'SELECT pg_reload_conf()')
    const answer = await run('backup', '--out', at('elsewhere'))
    cpSync(at('hba'), hba)
    await query(server.ownerUrl, 'SELECT pg_reload_conf()')
    expect(answer).toMatchObject({ code: 1, stderr: expect.stringContaining('host replication') })
  })
})
