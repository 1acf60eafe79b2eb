import type { Command } from 'commander'
import { resumeTenant } from '#organization/tenants/resume-tenant.ts'
import { answering, pairs } from '../answer.ts'
import { CENTRE, centreOf, change, withPlatform } from '../operator.ts'
import { example } from '../options.ts'

export const tenantResume = (parent: Command): Command =>
  parent
    .command('resume')
    .description('Resumes a suspended centre and its waiting work, some workflows a second.')
    .option(...CENTRE)
    .addHelpText('after', example('tenant resume --tenant ten_…'))
    .action(
      answering(({ tenant }: { tenant?: string }) =>
        withPlatform(async (platform) => {
          const tenantId = await centreOf(platform, tenant)
          const act = { tenantId, action: 'therapy tenant resume' }
          const { organization, woken, seconds } = await change(platform, act, resumeTenant)
          const { status } = organization
          return {
            data: { tenantId, status, woken, seconds },
            text: pairs([
              ['tenant', tenantId],
              ['status', status],
              ['workflows', `${woken} resume within ${seconds} s if a worker is running`],
            ]),
          }
        }),
      ),
    )
