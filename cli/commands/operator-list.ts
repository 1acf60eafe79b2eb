import type { Command } from 'commander'
import { listOperatorTokens } from '#platform/identity/operator-token-record.ts'
import { answering, table } from '../answer.ts'
import { PLATFORM_TENANT, recorded, withPlatform } from '../operator.ts'
import { example } from '../options.ts'

export const operatorList = (parent: Command): Command =>
  parent
    .command('list')
    .description('Lists the valid tokens of operators for reading payloads.')
    .addHelpText('after', example('operator list'))
    .action(
      answering(() =>
        withPlatform(async (platform) => {
          const act = { tenantId: PLATFORM_TENANT, action: 'therapy operator list' }
          const tokens = await recorded(platform, act, () => listOperatorTokens(platform))
          return {
            data: { data: tokens },
            text: table(
              ['TOKEN ID', 'NAME', 'ISSUED', 'UNTIL'],
              tokens.map(({ id, name, issuedAt, expiresAt }) => [
                id,
                name,
                issuedAt.toISOString(),
                expiresAt.toISOString(),
              ]),
              'No token is valid now.',
            ),
          }
        }),
      ),
    )
