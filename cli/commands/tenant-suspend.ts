import type { Command } from 'commander'
import { suspendTenant, SuspendTenant } from '#organization/tenants/suspend-tenant.ts'
import { answering, pairs } from '../answer.ts'
import { CENTRE, centreOf, change, withPlatform } from '../operator.ts'
import { example, parsed } from '../options.ts'

export const tenantSuspend = (parent: Command): Command =>
  parent
    .command('suspend')
    .description(
      'Suspends a centre: owners can read, nobody can write, API keys are refused; follow-ups, messages and webhooks wait.',
    )
    .option(...CENTRE)
    .requiredOption('--reason <text>', 'the reason that its owners are told')
    .addHelpText(
      'after',
      example('tenant suspend --tenant ten_… --reason "The contract ended on 30 June."'),
    )
    .action(
      answering(({ tenant, reason }: { tenant?: string; reason: string }) => {
        const input = parsed(SuspendTenant, { reason }, { reason: '--reason' })
        return withPlatform(async (platform) => {
          const tenantId = await centreOf(platform, tenant)
          const act = { tenantId, action: 'therapy tenant suspend' }
          const { status, statusChangedAt } = await change(platform, act, (ctx) =>
            suspendTenant(ctx, input),
          )
          return {
            data: { tenantId, status, statusChangedAt, reason },
            text: pairs([
              ['tenant', tenantId],
              ['status', status],
              ['since', statusChangedAt],
              ['reason', reason],
            ]),
          }
        })
      }),
    )
