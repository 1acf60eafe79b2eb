import type { Command } from 'commander'
import pg from 'pg'
import { auditRow } from '#platform/core/audit/audit-row.ts'
import { insertInto } from '#platform/core/sql/insert-into.ts'
import { migrate } from '../../prisma/migrate.ts'
import { answering, pairs, warn } from '../answer.ts'
import { migrationConfig } from '../config.ts'
import { PLATFORM_TENANT } from '../operator.ts'
import { example } from '../options.ts'
import { withTemporal } from '../temporal.ts'

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

/** Only the database is essential: without Temporal, the worker registers them when it starts. */
const registerWithTemporal = async (): Promise<TemporalOutcome> => {
  try {
    const searchAttributes = await withTemporal(async ({ connection, namespace }) => {
      const { registerSearchAttributes } =
        await import('../../providers/temporal/search-attributes.ts')
      return registerSearchAttributes(connection, namespace)
    })
    return { temporal: 'up to date', searchAttributes }
  } catch (error) {
    warn(
      `search attributes were not registered: ${error instanceof Error ? error.message : String(error)}. Fix this, then run \`therapy migrate\` again.`,
    )
    return { temporal: 'not registered', searchAttributes: [] }
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
