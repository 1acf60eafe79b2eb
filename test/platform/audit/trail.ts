import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { auditRow } from '#platform/core/audit/audit-row.ts'
import { sealEntries, type SealOptions, type SealReport } from '#platform/audit/seal-entries.ts'
import type { Clock } from '#platform/core/time/clock.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { insertInto } from '#platform/core/sql/insert-into.ts'
import { type OpenPlatform } from '#platform/core/context/platform.ts'
import { openPlatform } from '#registry/open-platform.ts'
import { createTenant } from '#organization/tenants/create-tenant.ts'
import { createDatabase, type TestDatabase } from '../../support/servers.ts'

/** A platform with its own database and one centre, and an attacker who owns the database. */
export interface TrailUnderTest {
  database: TestDatabase
  platform: OpenPlatform
  tenantId: string
  /** Writes entries, each in its own transaction, and returns their ids. */
  write: (count: number, tenantId?: string) => Promise<string[]>
  /** Seals everything written so far. */
  seal: (options?: SealOptions) => Promise<SealReport>
  /** Runs statements as superuser, bypassing every trigger. */
  tamper: (...statements: [text: string, values?: unknown[]][]) => Promise<void>
}

export const openTrail = async (clock?: Clock): Promise<TrailUnderTest> => {
  const stack = new AsyncDisposableStack()
  onTestFinished(() => stack.disposeAsync())
  const database = stack.use(await createDatabase())
  const platform = stack.use(
    openPlatform({
      appUrl: database.appUrl,
      systemUrl: database.systemUrl,
      encryptionKeys: TEST_KEYS,
      poolSize: 4,
      ...(clock && { clock }),
    }),
  )
  const { id: tenantId } = await createTenant(platform, { name: 'Trail' })
  return {
    database,
    platform,
    tenantId,
    seal: async (options) => {
      await othersEnded(platform)
      return sealEntries(platform, options)
    },
    write: (count, tenant = tenantId) => writeEntries(platform, tenant, count),
    tamper: (...statements) => asAttacker(database.ownerUrl, statements),
  }
}

/** The server is shared: transactions of other tests hold the horizon back. */
export const othersEnded = async ({ database: { system } }: OpenPlatform): Promise<void> => {
  const { rows } = await system.query<{ now: string }>(
    'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS now',
  )
  const ended = 'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS ended'
  while (!(await system.query<{ ended: boolean }>(ended, [rows[0]?.now])).rows[0]?.ended) {
    await setTimeout(5)
  }
}

export const TEST_KEYS = `k1:${createHash('sha256').update('test').digest('base64')}`

/** One entry, like any call writes it. */
export const entryOf = (platform: OpenPlatform, tenantId: string, changes: object = { n: 1.1 }) =>
  auditRow(systemContext(platform, { tenantId, action: 'testCall' }), {
    occurredAt: platform.clock.now(),
    outcome: 'ALLOWED',
    subject: { type: 'tenant', id: tenantId },
    changes,
  })

const writeEntries = async (platform: OpenPlatform, tenantId: string, count: number) => {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const entry = entryOf(platform, tenantId)
    await platform.database.system.query(insertInto('audit_entries', entry))
    ids.push(entry.id)
  }
  return ids
}

const asAttacker = async (ownerUrl: string, statements: [string, unknown[]?][]) => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query("SET session_replication_role = 'replica'")
    for (const [text, values] of statements) await client.query(text, values)
  } finally {
    await client.end()
  }
}
