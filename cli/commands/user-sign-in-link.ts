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
      'Makes a link that signs a user in, once, within an hour. On record in the trail of the centre.',
    )
    .option(...CENTRE)
    .requiredOption('--email <address>', 'of the user')
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
            text: `${url}\nSigns in once, until ${expiresAt.toISOString()}. Hand it over to nobody else.`,
          }
        }),
      ),
    )
