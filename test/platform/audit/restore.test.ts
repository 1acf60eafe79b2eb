import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { insertInto } from '#platform/core/sql/insert-into.ts'
import { withRole } from '../../../dev/environment.ts'
import { startPostgres } from '../../../dev/postgres.ts'
import { sealEntries } from '#platform/audit/seal-entries.ts'
import { verifyTrail } from '#platform/audit/verify-trail.ts'
import { openPlatform } from '#registry/open-platform.ts'
import { createTenant } from '#organization/tenants/create-tenant.ts'
import { migrate } from '../../../prisma/migrate.ts'
import { entryOf, TEST_KEYS } from './trail.ts'

const PASSWORD = 'restore'

/** See docs/operations.md, "Back up and restore". */
test('after a restore the trail verifies, and sealing waits until a person has acknowledged the loss', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'therapy-restore-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const lost = path.join(dir, 'lost')
  const restored = path.join(dir, 'restored')

  const before = await openServer(lost)
  await migrate(before.ownerUrl, { appPassword: PASSWORD, systemPassword: PASSWORD })
  const { id: tenantId } = await createTenant(before.platform, { name: 'Restored' })
  await write(before, tenantId, 3)
  await sealEntries(before.platform)
  await backUp(before, lost, restored)
  await write(before, tenantId, 2)
  const { head: anchor } = await sealEntries(before.platform)
  await before[Symbol.asyncDispose]()

  const after = await openServer(restored)
  const { platform } = after
  const report = await verifyTrail(platform)
  expect(report).toMatchObject({ ok: true, unsealed: 0 })
  expect(await verifyTrail(platform, { anchor: anchor! })).toMatchObject({ ok: false })
  // The schedule passes each run the previous head, which the trail has lost.
  await write(after, tenantId, 1)
  await expect(sealEntries(platform, { anchor: anchor! })).rejects.toThrow(
    'The audit trail no longer contains head 2',
  )
  // A schedule recreated by a worker after an operator deleted it has no head to pass.
  expect(await sealEntries(platform)).toMatchObject({ entries: 1, refused: [] })
  expect(await verifyTrail(platform)).toMatchObject({ ok: true, entries: report.entries + 1 })
  await after[Symbol.asyncDispose]()
})

type Opened = Awaited<ReturnType<typeof openServer>>

const openServer = async (dataDir: string) => {
  const server = await startPostgres({ dataDir })
  const { ownerUrl } = server
  const platform = openPlatform({
    appUrl: withRole(ownerUrl, 'therapy_app', PASSWORD),
    systemUrl: withRole(ownerUrl, 'therapy_system', PASSWORD),
    encryptionKeys: TEST_KEYS,
    poolSize: 2,
  })
  return {
    ownerUrl,
    platform,
    async [Symbol.asyncDispose]() {
      await platform[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

const write = async ({ platform }: Opened, tenantId: string, count: number) => {
  for (let index = 0; index < count; index++) {
    await platform.database.system.query(insertInto('audit_entries', entryOf(platform, tenantId)))
  }
}

/** Like pg_basebackup: copies files between two calls while the server runs. */
const backUp = async ({ ownerUrl }: Opened, from: string, to: string) => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`SELECT pg_backup_start('nightly', true)`)
  // With their owner, because the server does not run as root.
  execFileSync('cp', ['-a', from, to])
  rmSync(path.join(to, 'cluster/postmaster.pid'))
  const { rows } = await client.query<{ labelfile: string }>(
    'SELECT labelfile FROM pg_backup_stop()',
  )
  await client.end()
  execFileSync('cp', ['-a', path.join(from, 'cluster/pg_wal'), path.join(to, 'cluster')])
  writeFileSync(path.join(to, 'cluster/backup_label'), rows[0]!.labelfile)
}
