import type { Command } from 'commander'
import { DomainError } from '#platform/core/errors/errors.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { revokeOperatorTokens } from '#platform/identity/operator-token-record.ts'
import { answering } from '../answer.ts'
import { UsageError } from '../failure.ts'
import { PLATFORM_TENANT, recorded, withPlatform } from '../operator.ts'
import { example, parsed } from '../options.ts'

export const operatorRevoke = (parent: Command): Command =>
  parent
    .command('revoke')
    .description('Revokes one token of an operator, or all tokens of a person.')
    .argument('[token-id]', "the token's id, as `operator list` shows it")
    .option('--name <name>', 'all tokens of this person')
    .addHelpText(
      'after',
      example('operator revoke opt_…', 'operator revoke --name ana@example.org'),
    )
    .action(
      answering((tokenId: string | undefined, { name }: { name?: string }) => {
        if ((tokenId === undefined) === (name === undefined))
          throw new UsageError('Name a token-id, or a person with --name.')
        const whose =
          name === undefined
            ? { id: parsed(idOf('operatorToken'), tokenId, { '': 'token-id' }) }
            : { name }
        return withPlatform(async (platform) => {
          const act = { tenantId: PLATFORM_TENANT, action: 'therapy operator revoke' }
          const revoked = await recorded(
            platform,
            act,
            async () => {
              const tokens = await revokeOperatorTokens(platform, whose)
              if (tokens.length === 0) throw noneLive()
              return tokens
            },
            (tokens) => ({
              changes: {
                revoked: tokens.map(({ id: token, name: operator }) => ({ token, operator })),
              },
            }),
          )
          return {
            data: { data: revoked },
            text: revoked.map(({ id, name: of }) => `${id} of ${of} is revoked.`).join('\n'),
          }
        })
      }),
    )

const noneLive = () =>
  new DomainError(
    'not_found',
    'This token does not exist or is no longer valid. To list valid tokens, use `therapy operator list`.',
  )
