import type { Command } from 'commander'
import { setTenantRateLimit, TenantRateLimit } from '#organization/tenants/set-tenant-rate-limit.ts'
import { answering, pairs } from '../answer.ts'
import { CENTRE, centreOf, change, withPlatform } from '../operator.ts'
import { example, parsed } from '../options.ts'

interface Options {
  tenant?: string
  rateLimit: string
}

export const tenantLimit = (parent: Command): Command =>
  parent
    .command('limit')
    .description('Sets how many requests a minute all keys of a centre together may make.')
    .option(...CENTRE)
    .requiredOption(
      '--rate-limit <n>',
      'requests a minute, or `default` for the deployment’s limit',
    )
    .addHelpText('after', example('tenant limit --tenant ten_… --rate-limit 20000'))
    .action(
      answering(({ tenant, rateLimit }: Options) => {
        const rateLimitPerMinute = rateLimit === 'default' ? null : Number(rateLimit)
        const input = parsed(TenantRateLimit, { rateLimitPerMinute }, OPTIONS)
        return withPlatform(async (platform) => {
          const tenantId = await centreOf(platform, tenant)
          const act = { tenantId, action: 'therapy tenant limit' }
          await change(platform, act, (ctx) => setTenantRateLimit(ctx, input))
          return {
            data: { tenantId, rateLimitPerMinute },
            text: pairs([
              ['tenant', tenantId],
              ['requests a minute', String(rateLimitPerMinute ?? 'default')],
            ]),
          }
        })
      }),
    )

const OPTIONS = { rateLimitPerMinute: '--rate-limit' }
