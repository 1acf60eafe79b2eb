import type { Command } from 'commander'
import { issueSignInLink } from '#staff/sign-in/issue-sign-in-link.ts'
import { answering } from '../answer.ts'
import { publicUrl } from '../config.ts'
import { CENTRE, centreOf, change, withPlatform } from '../operator.ts'
import { example } from '../options.ts'

export const userSignInLink = (parent: Command): Command =>
  parent
    .command('sign-in-link')
    .description(
      'Creates a link that signs a user in once, within an hour. Recorded in the audit trail of the centre.',
    )
    .option(...CENTRE)
    .requiredOption('--email <address>', "the user's id")
    .addHelpText('after', example('user sign-in-link --tenant ten_… --email ada@example.org'))
    .action(
      answering(({ tenant, email }: { tenant?: string; email: string }) =>
        withPlatform(async (platform) => {
          const tenantId = await centreOf(platform, tenant)
          const act = { tenantId, action: 'therapy user sign-in-link' }
          const { path, expiresAt } = await change(platform, act, (ctx) =>
            issueSignInLink(ctx, { email }),
          )
          const url = new URL(path, publicUrl()).href
          return {
            data: { url, expiresAt: expiresAt.toISOString() },
            text: `${url}\nThis link signs the user in once, until ${expiresAt.toISOString()}. Give it to nobody else.`,
          }
        }),
      ),
    )
