import type { Command } from 'commander'
import { withdrawSsoDomain } from '#staff/sso-connections/withdraw-sso-domain.ts'
import { ProveSsoDomain } from '#staff/sso-connections/schemas.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { answering } from '../answer.ts'
import { change, withPlatform } from '../operator.ts'
import { example, parsed } from '../options.ts'

export const ssoWithdrawDomain = (parent: Command): Command =>
  parent
    .command('withdraw-domain')
    .description(
      'Withdraws the proof of a domain from any connection, so that another centre can prove it.',
    )
    .requiredOption('--domain <domain>', 'the domain')
    .addHelpText('after', example('sso withdraw-domain --domain clinic.example.org'))
    .action(
      answering(({ domain: named }: { domain: string }) => {
        const { domain } = parsed(ProveSsoDomain, { domain: named }, { domain: '--domain' })
        return withPlatform(async (platform) => {
          const { rows } = await platform.database.system.query<Holder>(FIND, [domain])
          const [holder] = rows
          if (!holder) throw new DomainError('not_found', `No connection has proved ${domain}.`)
          const { tenantId, id } = holder
          const act = { tenantId, action: 'therapy sso withdraw-domain' }
          const connection = await change(platform, act, (ctx) =>
            withdrawSsoDomain(ctx, { id, version: undefined }, { domain }),
          )
          return {
            data: connection,
            text: `Withdrawn from ${id} of ${tenantId}. Its open sessions continue: revoke those that should end.`,
          }
        })
      }),
    )

interface Holder {
  tenantId: string
  id: string
}

const FIND =
  'SELECT tenant_id AS "tenantId", connection_id AS id FROM sso_domains WHERE domain = $1'
