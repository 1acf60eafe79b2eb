import { appendFile, mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportTenant } from '#organization/tenant-exports/export-tenant.ts'
import { isSecret, type Manifest } from '#organization/tenant-exports/rules.ts'
import { verifyExport } from '#organization/tenant-exports/verify-export.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { fillEveryTable } from '../../contract/every-table.ts'
import { createWorld, type World } from '../../contract/world.ts'
import { startApi, type TestApi } from '../../support/api.ts'

let api: TestApi
let world: World
let folder: string
let manifest: Manifest

const software = { version: '1.2.3', migration: '0099_test' }
const write = (into: string, platform = api.services.platform) => {
  const act = { tenantId: world.client.tenantId, action: 'test' }
  return exportTenant(systemContext(platform, act), { folder: into, software })
}
const inTurn = async (into: string): Promise<string[]> => (await verifyExport(into)).problems

beforeAll(async () => {
  api = await startApi()
  // A second centre, none of whose data may be exported.
  await createWorld(api, await api.createTenant()).signedNote()
  world = createWorld(api, await api.createTenant())
  await world.uploaded()
  await fillEveryTable(world)
  folder = await mkdtemp(path.join(tmpdir(), 'therapy-centre-'))
  manifest = await write(folder)
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await api[Symbol.asyncDispose]()
})

test('an export contains every row of every table of the centre', async () => {
  const tables = await api.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'tenant_id' ORDER BY 1`,
  )
  expect(manifest.tables.map(({ table }) => table)).toEqual(tables.map(({ name }) => name))
  for (const { table, rows, path: file, columns } of manifest.tables) {
    const [there] = await api.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM ${table} WHERE tenant_id = $1`,
      [world.client.tenantId],
    )
    expect([table, rows]).toEqual([table, there!.n])
    expect(rows, table).toBeGreaterThan(0)
    const text = await readFile(path.join(folder, file), 'utf8')
    for (const line of text.trim().split('\n')) {
      const row = JSON.parse(line) as Record<string, unknown>
      expect(row['tenant_id']).toBe(world.client.tenantId)
      expect(Object.keys(row)).toEqual(columns)
    }
  }
  expect(await inTurn(folder)).toEqual([])
})

test('an export contains the files of the centre, and a manifest that an outsider can read', async () => {
  const files = await Promise.all(
    manifest.attachments.map((file) => readFile(path.join(folder, file.path), 'utf8')),
  )
  expect(files).toContain('Seen at home.')
  // And two of assistants.
  expect(files).toHaveLength(3)
  expect(manifest).toMatchObject({ missing: [], software, auditTrail: { ok: true } })
  const readme = await readFile(path.join(folder, 'README.md'), 'utf8')
  for (const { table } of manifest.tables) expect(readme).toContain(`| \`${table}\` |`)
  const keys = JSON.parse(await readFile(path.join(folder, 'public-keys.json'), 'utf8')) as object[]
  expect(keys.length).toBeGreaterThan(0)
  expect(JSON.stringify(keys)).not.toContain('"d"')
})

/** Columns that look like secrets but are hashes of exported content. */
const HARMLESS = [
  'ai_model_calls.input_tokens',
  'ai_model_calls.output_tokens',
  'ai_models.max_output_tokens',
  'ai_models.tokens_per_day',
  'audit_heads.head_hash',
  'audit_heads.previous_hash',
  'audit_heads.seal_hash',
  'audit_seals.entries_hash',
  'audit_seals.entry_hashes',
  'audit_seals.previous_hash',
  'audit_seals.seal_hash',
  'form_signatures.content_hash',
  'ifsp_signatures.content_hash',
  'ifsps.content_hash',
  'payment_accounts.secret_key_hint',
  'session_note_addenda.hash',
  'session_note_addenda.previous_hash',
  'session_note_signatures.content_hash',
  'session_note_signatures.session_hash',
  'settlements.gateway_account_token',
  'tenants.agent_tokens_per_day',
  'therapist_matches.input_hash',
]

test('an export contains no secret, and lists what was left out', async () => {
  const suspicious = await api.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name ~ '(hash|secret|sealed|cipher|token|password)'
       AND table_name IN (SELECT table_name FROM information_schema.columns WHERE column_name = 'tenant_id') ORDER BY 1, 2`,
  )
  const kept = suspicious.filter(({ table, column }) => !isSecret(table, column))
  expect(kept.map(({ table, column }) => `${table}.${column}`)).toEqual(HARMLESS)
  const omitted = manifest.tables.flatMap(({ table, omitted: columns }) =>
    columns.map((column) => `${table}.${column}`),
  )
  expect(omitted).toContain('api_keys.secret_hash')
  expect(omitted).toContain('webhook_endpoints.headers')
  expect(omitted.length).toBeGreaterThan(15)
})

test('an interrupted export starts again, and a folder with other content is refused', async () => {
  const other = await mkdtemp(path.join(tmpdir(), 'therapy-centre-'))
  try {
    await expect(write(folder)).rejects.toMatchObject({ code: 'already_exists' })
    await writeFile(path.join(other, 'letter.txt'), 'Mine.')
    await expect(write(other)).rejects.toMatchObject({ code: 'already_exists' })
    expect(await readFile(path.join(other, 'letter.txt'), 'utf8')).toBe('Mine.')
    await rm(path.join(other, 'letter.txt'))
    const { platform } = api.services
    const stream = () => Promise.reject(new Error('The store is away'))
    const away = { ...platform, files: { ...platform.files, stream } }
    await expect(write(other, away)).rejects.toThrow('The store is away')
    await expect(verifyExport(other)).rejects.toMatchObject({ code: 'not_found' })
    const again = await write(other)
    expect(again.tables).toHaveLength(manifest.tables.length)
    expect(await inTurn(other)).toEqual([])
  } finally {
    await rm(other, { recursive: true, force: true })
  }
})

test('verification finds altered, missing and added files', async () => {
  const children = path.join(folder, 'tables/children.ndjson')
  const before = await readFile(children, 'utf8')
  await writeFile(children, before.replace('a', 'b'))
  expect(await inTurn(folder)).toEqual([expect.stringContaining('SHA-256')])
  await appendFile(children, '{}\n')
  expect(await inTurn(folder)).toEqual([expect.stringContaining('bytes instead of')])
  await writeFile(children, before)
  await unlink(path.join(folder, 'tables/rooms.ndjson'))
  await writeFile(path.join(folder, 'files/more'), '')
  expect(await inTurn(folder)).toEqual([
    'tables/rooms.ndjson is missing.',
    'files/more is not part of the export.',
  ])
})
