import type { Command } from 'commander'
import { revokeAllPasskeys } from '#staff/passkeys/revoke-all-passkeys.ts'
import { answering } from '../answer.ts'
import { CENTRE, centreOf, change, withPlatform } from '../operator.ts'
import { example } from '../options.ts'

export const userRevokePasskeys = (parent: Command): Command =>
  parent
    .command('revoke-passkeys')
    .description(
      'Revokes all passkeys of a user who lost them and the recovery codes, and ends their sessions. The user is told by e-mail.',
    )
    .option(...CENTRE)
    .requiredOption('--email <address>', "the user's id")
    .addHelpText('after', example('user revoke-passkeys --tenant ten_… --email ada@example.org'))
    .action(
      answering(({ tenant, email }: { tenant?: string; email: string }) =>
        withPlatform(async (platform) => {
          const tenantId = await centreOf(platform, tenant)
          const act = { tenantId, action: 'therapy user revoke-passkeys' }
          const { revoked } = await change(platform, act, (ctx) =>
            revokeAllPasskeys(ctx, { email }),
          )
          return {
            data: { revoked },
            text:
              revoked.length === 0
                ? 'The user had no passkey. Their sessions have ended.'
                : `Revoked: ${revoked.length}. Create a link with \`therapy user sign-in-link\`; the user can then register a first passkey.`,
          }
        }),
      ),
    )
