import type { Connection } from '@temporalio/client'
import type { Command } from 'commander'
import pg from 'pg'
import { auditRow } from '#platform/core/audit-row.ts'
import { insertInto } from '#platform/core/insert-into.ts'
import { migrate } from '../../prisma/migrate.ts'
import { answering, pairs, warn } from '../answer.ts'
import { migrationConfig } from '../config.ts'
import { PLATFORM_TENANT } from '../operator.ts'
import { example } from '../options.ts'

export const migrateCommand = (parent: Command): Command =>
  parent
    .command('migrate')
    .description(
      'Brings the database up to date (DATABASE_URL), sets the passwords of its two roles from ' +
        "APP_DATABASE_URL and SYSTEM_DATABASE_URL, and registers Temporal's search attributes.",
    )
    .addHelpText('after', example('migrate'))
    .action(
      answering(async () => {
        const { ownerUrl, systemUrl, ...passwords } = migrationConfig()
        const migrations = await migrate(ownerUrl, passwords)
        if (systemUrl) await leaveTrace(systemUrl, migrations)
        const temporal = await registerWithTemporal()
        return {
          data: { migrations, ...temporal },
          text: pairs([
            ['migrations', listed(migrations, 'up to date')],
            ['search attributes', listed(temporal.searchAttributes, temporal.temporal)],
          ]),
        }
      }),
    )

const listed = (names: string[], otherwise: string) =>
  names.length > 0 ? names.join(', ') : otherwise

interface TemporalOutcome {
  temporal: 'up to date' | 'not registered'
  searchAttributes: string[]
}

const CONNECT_TIMEOUT_MS = 5_000

/** The database is what must be right; without Temporal, the worker registers them at its start. */
const registerWithTemporal = async (): Promise<TemporalOutcome> => {
  // Heavy: only this command pays for them.
  const { Connection } = await import('@temporalio/client')
  const { loadClientConnectConfig } = await import('@temporalio/envconfig')
  const { registerSearchAttributes } = await import('../../providers/temporal/search-attributes.ts')
  const { connectionOptions, namespace = 'default' } = loadClientConnectConfig()
  let connection: Connection | undefined
  try {
    connection = await Connection.connect({
      ...connectionOptions,
      connectTimeout: CONNECT_TIMEOUT_MS,
    })
    const searchAttributes = await registerSearchAttributes(connection, namespace)
    return { temporal: 'up to date', searchAttributes }
  } catch (error) {
    const { address = 'localhost:7233' } = connectionOptions
    warn(
      `search attributes were not registered with Temporal at ${address}: ` +
        `${error instanceof Error ? error.message : String(error)}. Run \`therapy migrate\` again once it answers.`,
    )
    return { temporal: 'not registered', searchAttributes: [] }
  } finally {
    await connection?.close()
  }
}

const leaveTrace = async (systemUrl: string, migrations: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: systemUrl })
  await client.connect()
  try {
    const ctx = {
      tenantId: PLATFORM_TENANT,
      actor: { kind: 'SYSTEM', id: 'operator', permissions: 'all' },
      action: 'therapy migrate',
    } as const
    const facts = { occurredAt: new Date(), outcome: 'ALLOWED', changes: { migrations } } as const
    await client.query(insertInto('audit_entries', auditRow(ctx, facts)))
  } finally {
    await client.end()
  }
}
