import { AuditJournal } from '#platform/audit/audit-journal.ts'
import { auditRow, type AuditFacts } from '#platform/core/audit/audit-row.ts'
import { systemContext, type Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { OpenPlatform, Platform, PlatformOptions } from '#platform/core/context/platform.ts'
import { openPlatform } from '#registry/open-platform.ts'
import { platformConfig } from './config.ts'
import { UsageError } from './failure.ts'

/** Where the audit rows of acts that concern no one centre go. */
export const PLATFORM_TENANT = 'ten_platform'

/** Opens the platform for one command and closes it again. */
export const withPlatform = async <T>(
  work: (platform: OpenPlatform) => Promise<T>,
  more: Pick<PlatformOptions, 'filesLocation'> = {},
): Promise<T> => {
  await using platform = openPlatform({ ...platformConfig(), ...more })
  // Awaited here: the platform is closed when this returns.
  return await work(platform)
}

/** The option of a command about one centre. */
export const CENTRE = [
  '--tenant <id>',
  'the centre; when left out, the only one that there is',
] as const

/** The centre that was named, or the only one: then it says which, for the command may change it. */
export const centreOf = async ({ database }: Platform, named?: string): Promise<string> => {
  if (named !== undefined) return named
  const { rows } = await database.system.query<{ tenantId: string; name: string }>(
    'SELECT tenant_id AS "tenantId", name FROM tenants WHERE tenant_id <> $1 AND closed_at IS NULL LIMIT 2',
    [PLATFORM_TENANT],
  )
  const [only, another] = rows
  if (!only) throw new UsageError('No centre yet. Open one with `therapy tenant create --name …`.')
  if (another)
    throw new UsageError('Name the centre with --tenant: `therapy tenant list` shows all.')
  process.stderr.write(`therapy: the centre ${only.tenantId} (${only.name})\n`)
  return only.tenantId
}

export interface Act {
  tenantId: string
  /** The command, as the audit row names it. */
  action: string
}

/** A command that writes: its verbs leave the audit row; what a rule refuses is recorded here. */
export const change = async <T>(
  platform: Platform,
  act: Act,
  work: (ctx: Context) => Promise<T>,
): Promise<T> => {
  const ctx: Context = { ...systemContext(platform, act), whileSuspended: true }
  await assertTenant(platform, act.tenantId)
  try {
    return await work(ctx)
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'service_unavailable') {
      await record(ctx, { outcome: 'REFUSED', code: error.code })
    }
    throw error
  }
}

/** A command whose work leaves no audit row of its own: a look, or an act on the platform. */
export const recorded = async <T>(
  platform: Platform,
  act: Act,
  work: (ctx: Context) => Promise<T>,
  facts: (result: T) => Partial<AuditFacts> = () => ({}),
): Promise<T> => {
  const result = await change(platform, act, work)
  await record(systemContext(platform, act), { outcome: 'ALLOWED', ...facts(result) })
  return result
}

const record = (ctx: Context, facts: Omit<AuditFacts, 'occurredAt'>): Promise<void> =>
  new AuditJournal(ctx.platform).append(
    auditRow(ctx, { occurredAt: ctx.platform.clock.now(), ...facts }),
  )

const assertTenant = async ({ database }: Platform, tenantId: string): Promise<void> => {
  const { rowCount } = await database.system.query('SELECT FROM tenants WHERE tenant_id = $1', [
    tenantId,
  ])
  if (rowCount === 0) {
    throw new DomainError(
      'not_found',
      `No such tenant: ${tenantId}. \`therapy tenant list\` shows all.`,
    )
  }
}
