import type { Command } from 'commander'
import { patchOrganization } from '#organization/tenants/patch-organization.ts'
import { PatchOrganization } from '#organization/tenants/schemas.ts'
import { answering, pairs } from '../answer.ts'
import { UsageError } from '../failure.ts'
import { CENTRE, centreOf, change, withPlatform } from '../operator.ts'
import { example, parsed } from '../options.ts'

interface Options {
  tenant?: string
  name?: string
  timeZone?: string
  currency?: string
}

export const tenantUpdate = (parent: Command): Command =>
  parent
    .command('update')
    .description(
      'Changes the name, time zone or currency of a centre, like PATCH /v1/organization.',
    )
    .option(...CENTRE)
    .option('--name <name>', 'name of the centre')
    .option('--time-zone <zone>', 'IANA time zone of the centre')
    .option('--currency <code>', 'ISO 4217 code of its currency; only while nothing uses another')
    .addHelpText('after', example('tenant update --tenant ten_… --name "Sunrise Therapy Berlin"'))
    .action(
      answering(({ tenant, timeZone: defaultTimeZone, ...given }: Options) => {
        const patch = parsed(
          PatchOrganization,
          { ...given, ...(defaultTimeZone !== undefined && { defaultTimeZone }) },
          OPTIONS,
        )
        if (Object.keys(patch).length === 0)
          throw new UsageError(
            `Nothing to change. Pass at least one of ${Object.values(OPTIONS).join(', ')}.`,
          )
        return withPlatform(async (platform) => {
          const tenantId = await centreOf(platform, tenant)
          const { name, currency, ...after } = await change(
            platform,
            { tenantId, action: 'therapy tenant update' },
            (ctx) => patchOrganization(ctx, { version: undefined, patch }),
          )
          const data = { tenantId, name, timeZone: after.defaultTimeZone, currency }
          return {
            data,
            text: pairs([
              ['tenant', tenantId],
              ['name', name],
              ['time zone', after.defaultTimeZone],
              ['currency', currency],
            ]),
          }
        })
      }),
    )

const OPTIONS = { name: '--name', defaultTimeZone: '--time-zone', currency: '--currency' }
