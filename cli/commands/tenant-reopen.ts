import type { Command } from 'commander'
import { reopenTenant } from '#organization/tenants/close-tenant.ts'
import { answering, pairs } from '../answer.ts'
import { CENTRE, centreOf, change, withPlatform } from '../operator.ts'
import { example } from '../options.ts'

export const tenantReopen = (parent: Command): Command =>
  parent
    .command('reopen')
    .description('Cancels the planned removal of a centre: it stays suspended.')
    .option(...CENTRE)
    .addHelpText('after', example('tenant reopen --tenant ten_…'))
    .action(
      answering(({ tenant }: { tenant?: string }) =>
        withPlatform(async (platform) => {
          const tenantId = await centreOf(platform, tenant)
          const act = { tenantId, action: 'therapy tenant reopen' }
          const { status } = await change(platform, act, reopenTenant)
          return {
            data: { tenantId, status },
            text: pairs([
              ['tenant', tenantId],
              ['status', status],
            ]),
          }
        }),
      ),
    )
