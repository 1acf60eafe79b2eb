import type { Command } from 'commander'
import { closeTenant, CloseTenant } from '#organization/tenants/close-tenant.ts'
import { describeRemoval, type RemovalPlan } from '#organization/tenants/describe-removal.ts'
import type { Context } from '#platform/core/context/context.ts'
import { answering, pairs, table } from '../answer.ts'
import { filesLocation } from '../config.ts'
import { UsageError } from '../failure.ts'
import { CENTRE, centreOf, change, recorded, withPlatform } from '../operator.ts'
import { example, parsed } from '../options.ts'

interface Options {
  tenant?: string
  confirm?: string
  after: string
  dryRun?: boolean
}

export const tenantClose = (parent: Command): Command =>
  parent
    .command('close')
    .description(
      'Schedules the permanent removal of a suspended centre: all records and files, except for the audit trail. Shows what will be removed and what stays.',
    )
    .option(...CENTRE)
    .option('--confirm <name>', 'the name of the centre, as `therapy tenant list` shows it')
    .option('--after <days>', 'days until removal, 1 to 365', '30')
    .option('--dry-run', 'show what will be removed and what stays, and close nothing')
    .addHelpText(
      'after',
      example(
        'tenant close --tenant ten_… --dry-run',
        'tenant close --tenant ten_… --confirm "Sunrise Therapy" --after 60',
      ),
    )
    .action(
      answering(({ tenant, confirm, after, dryRun }: Options) => {
        if (confirm === undefined && !dryRun)
          throw new UsageError(
            "Confirm with the centre's name in --confirm, or see what will be removed with --dry-run.",
          )
        const afterDays = Number(after)
        const input = parsed(CloseTenant, { confirm: confirm ?? '', afterDays }, OPTIONS)
        const withFiles = { filesLocation: filesLocation() }
        return withPlatform(async (platform) => {
          const tenantId = await centreOf(platform, tenant)
          const act = { tenantId, action: 'therapy tenant close' }
          const plan = (ctx: Context) => describeRemoval({ ...ctx, platform })
          if (dryRun) {
            const found = await recorded(platform, act, plan)
            return { data: { tenantId, ...found }, text: textOf(tenantId, found) }
          }
          const { found, closesAt } = await change(platform, act, async (ctx) => ({
            found: await plan(ctx),
            closesAt: (await closeTenant(ctx, input)).closesAt,
          }))
          return {
            data: { tenantId, closesAt, ...found },
            text: `${textOf(tenantId, found)}\n\nAll of this will be removed on ${closesAt!}. Until then you can undo it with \`therapy tenant reopen --tenant ${tenantId}\`.`,
          }
        }, withFiles)
      }),
    )

const OPTIONS = { afterDays: '--after' }

const textOf = (tenantId: string, { name, goes, files, stays }: RemovalPlan): string => {
  const rows = Object.values(goes).reduce((sum, n) => sum + n, 0)
  const lines = (counts: Record<string, number>) =>
    Object.entries(counts).map(([of, n]) => [of, String(n)])
  return [
    pairs([
      ['tenant', `${tenantId} (${name})`],
      ['goes', `${rows} rows, ${files} files`],
    ]),
    table(['TABLE', 'ROWS TO BE REMOVED'], lines(goes), 'The centre has no rows.'),
    table(['TABLE', 'ROWS THAT STAY'], lines(stays), 'Nothing stays.'),
  ].join('\n\n')
}
