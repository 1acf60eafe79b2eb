import type { Command } from 'commander'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import { DEFAULT_SCOPES } from '#platform/core/access/permissions.ts'
import { createTenant } from '#organization/tenants/create-tenant.ts'
import { CreateTenant } from '#organization/tenants/schemas.ts'
import { answering, pairs } from '../answer.ts'
import { change, withPlatform } from '../operator.ts'
import { example, parsed } from '../options.ts'

interface Options {
  name: string
  timeZone: string
  currency: string
  test: boolean
}

export const tenantCreate = (parent: Command): Command =>
  parent
    .command('create')
    .description(
      'Creates a centre and prints its first API key, which has every scope except signatures-on-behalf.',
    )
    .requiredOption('--name <name>', 'name of the centre')
    .option('--time-zone <zone>', 'IANA time zone of the centre', 'UTC')
    .option('--currency <code>', 'ISO 4217 code of its currency', 'EUR')
    .option(
      '--test',
      'create a test centre: no real money moves, and it may use the payment sandbox',
      false,
    )
    .addHelpText(
      'after',
      example('tenant create --name "Sunrise Therapy" --time-zone Europe/Berlin'),
    )
    .action(
      answering(({ name, timeZone: defaultTimeZone, currency, test: isTest }: Options) => {
        const input = parsed(CreateTenant, { name, defaultTimeZone, currency, isTest }, OPTIONS)
        return withPlatform(async (platform) => {
          const { id: tenantId } = await createTenant(platform, input)
          const { clientId, clientSecret } = await change(
            platform,
            { tenantId, action: 'therapy tenant create' },
            (ctx) => createApiKey(ctx, { name: 'First key', scopes: [...DEFAULT_SCOPES] }),
          )
          return {
            data: { tenantId, clientId, clientSecret },
            text: `${pairs([
              ['tenant', tenantId],
              ['client id', clientId],
              ['client secret', clientSecret],
            ])}\nThe secret is shown only once.`,
          }
        })
      }),
    )

const OPTIONS = { name: '--name', defaultTimeZone: '--time-zone', currency: '--currency' }
