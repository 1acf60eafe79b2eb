import { AuditJournal } from '#platform/audit/audit-journal.ts'
import { auditRow, type AuditFacts } from '#platform/core/audit/audit-row.ts'
import { systemContext, type Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { OpenPlatform, Platform, PlatformOptions } from '#platform/core/context/platform.ts'
import { openPlatform } from '#registry/open-platform.ts'
import { platformConfig } from './config.ts'
import { UsageError } from './failure.ts'

/** The tenant in audit rows of actions that concern no single centre. */
export const PLATFORM_TENANT = 'ten_platform'

/** Opens the platform for one command, then closes it. */
export const withPlatform = async <T>(
  work: (platform: OpenPlatform) => Promise<T>,
  more: Pick<PlatformOptions, 'filesLocation'> = {},
): Promise<T> => {
  await using platform = openPlatform({ ...platformConfig(), ...more })
  // Awaited here, because the platform closes when this function returns.
  return await work(platform)
}

/** The option of commands that concern one centre. */
export const CENTRE = ['--tenant <id>', 'the centre (default: the only one)'] as const

/** The named centre, or the only one. Reports which, because the command may change it. */
export const centreOf = async ({ database }: Platform, named?: string): Promise<string> => {
  if (named !== undefined) return named
  const { rows } = await database.system.query<{ tenantId: string; name: string }>(
    'SELECT tenant_id AS "tenantId", name FROM tenants WHERE tenant_id <> $1 AND closed_at IS NULL LIMIT 2',
    [PLATFORM_TENANT],
  )
  const [only, another] = rows
  if (!only)
    throw new UsageError('No centre yet. Create one with `therapy tenant create --name …`.')
  if (another)
    throw new UsageError(
      'There are several centres. Name one with --tenant; `therapy tenant list` shows all.',
    )
  process.stderr.write(`therapy: the centre ${only.tenantId} (${only.name})\n`)
  return only.tenantId
}

export interface Act {
  tenantId: string
  /** The command's name in audit rows. */
  action: string
}

/** Runs a writing command. Its verbs write their own audit rows; refusals are recorded here. */
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

/** Runs a command whose verbs write no audit row: a read, or an action on the platform. */
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
