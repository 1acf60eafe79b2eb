import type { Command } from 'commander'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import { CreateApiKey, METHODS } from '#platform/api-keys/schemas.ts'
import { DEFAULT_SCOPES, RESOURCES, SCOPES } from '#platform/core/access/permissions.ts'
import { answering, pairs } from '../answer.ts'
import { CENTRE, centreOf, change, withPlatform } from '../operator.ts'
import { example, list, parsed } from '../options.ts'

interface Options {
  tenant?: string
  name: string
  scopes?: string[]
  resources?: string[]
  methods?: string[]
  expires?: string
  provider?: string
  rateLimit?: string
}

export const keyCreate = (parent: Command): Command =>
  parent
    .command('create')
    .description('Creates an API key and prints its secret, once.')
    .option(...CENTRE)
    .requiredOption('--name <name>', 'what the key is for')
    .option(
      '--scopes <list>',
      `comma-separated: ${SCOPES.join(', ')} (default: all but signatures-on-behalf)`,
      list,
    )
    .option('--resources <list>', `only these: ${RESOURCES.join(', ')}`, list)
    .option('--methods <list>', `only these: ${METHODS.join(', ')}`, list)
    .option('--expires <instant>', 'expiry, such as 2027-06-30T00:00:00Z')
    .option(
      '--provider <id>',
      'the provider the key belongs to: it sees their caseload, and signs as them if it has signatures-on-behalf',
    )
    .option('--rate-limit <n>', 'requests a minute (default: 600)')
    .addHelpText(
      'after',
      example(
        'key create --tenant ten_… --name "Booking site" --scopes bookings,ai.read',
        'key create --tenant ten_… --name Import --methods GET,POST --rate-limit 6000',
      ),
    )
    .action(
      answering((options: Options) => {
        const input = parsed(CreateApiKey, inputOf(options), OPTIONS)
        return withPlatform(async (platform) => {
          const tenantId = await centreOf(platform, options.tenant)
          const act = { tenantId, action: 'therapy key create' }
          const { clientId, clientSecret } = await change(platform, act, (ctx) =>
            createApiKey(ctx, input),
          )
          return {
            data: { clientId, clientSecret },
            text: `${pairs([
              ['client id', clientId],
              ['client secret', clientSecret],
            ])}\nThe secret is shown only once.`,
          }
        })
      }),
    )

const inputOf = ({ name, scopes, resources, methods, expires, provider, rateLimit }: Options) => ({
  name,
  scopes: scopes ?? [...DEFAULT_SCOPES],
  ...(resources && { resources }),
  ...(methods && { methods: methods.map((method) => method.toUpperCase()) }),
  ...(expires !== undefined && { expiresAt: expires }),
  ...(provider !== undefined && { providerId: provider }),
  ...(rateLimit !== undefined && { rateLimitPerMinute: Number(rateLimit) }),
})

const OPTIONS = {
  name: '--name',
  scopes: '--scopes',
  resources: '--resources',
  methods: '--methods',
  expiresAt: '--expires',
  providerId: '--provider',
  rateLimitPerMinute: '--rate-limit',
}
