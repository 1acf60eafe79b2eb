import type { Command } from 'commander'
import { vouchForDomain } from '#staff/sso-connections/look-up-domain.ts'
import { proveSsoDomain } from '#staff/sso-connections/prove-sso-domain.ts'
import { ProveSsoDomain } from '#staff/sso-connections/schemas.ts'
import { answering } from '../answer.ts'
import { CENTRE, centreOf, change, withPlatform } from '../operator.ts'
import { example, parsed } from '../options.ts'

interface Options {
  tenant?: string
  connection: string
  domain: string
}

export const ssoProveDomain = (parent: Command): Command =>
  parent
    .command('prove-domain')
    .description(
      'Puts on record that a domain of a connection belongs to the centre, where no TXT record can show it. Make sure of it first.',
    )
    .option(...CENTRE)
    .requiredOption('--connection <id>', 'the connection, which has the domain in emailDomains')
    .requiredOption('--domain <domain>', 'the domain')
    .addHelpText(
      'after',
      example('sso prove-domain --tenant ten_… --connection sso_… --domain clinic.example.org'),
    )
    .action(
      answering(({ tenant, connection: id, domain: named }: Options) => {
        const { domain } = parsed(ProveSsoDomain, { domain: named }, { domain: '--domain' })
        return withPlatform(async (platform) => {
          const tenantId = await centreOf(platform, tenant)
          const act = { tenantId, action: 'therapy sso prove-domain' }
          const connection = await change(platform, act, (ctx) =>
            proveSsoDomain(ctx, { id, version: undefined }, vouchForDomain(domain)),
          )
          return {
            data: connection,
            text: `Proved. Addresses of ${domain} sign in by ${id} from now on.`,
          }
        })
      }),
    )
