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
      'Records that a domain of a connection belongs to the centre, for domains without a public TXT record. Verify this first.',
    )
    .option(...CENTRE)
    .requiredOption('--connection <id>', 'the connection; the domain must be in its emailDomains')
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
            text: `Proved. Addresses of ${domain} now sign in through ${id}.`,
          }
        })
      }),
    )
