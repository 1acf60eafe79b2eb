import type { Command } from 'commander'
import { z } from 'zod'
import { answering, pairs } from '../answer.ts'
import { callApi } from '../api-call.ts'
import { keptKey } from '../kept-keys.ts'
import { example } from '../options.ts'

const Me = z.object({
  name: z.string(),
  email: z.string(),
  organization: z.object({ name: z.string() }),
  roles: z.array(z.string()),
})

export const whoami = (parent: Command): Command =>
  parent
    .command('whoami')
    .description('Shows the user as whom `therapy api` calls, the platform, and the expiry.')
    .option('--url <url>', "the platform's URL (default: the one you last logged in to)")
    .addHelpText('after', example('whoami'))
    .action(
      answering(async ({ url }: { url?: string }) => {
        const key = await keptKey(url)
        const me = Me.parse(await callApi(key, { path: '/v1/me' }))
        const { name, email, organization, roles } = me
        return {
          data: { ...me, url: key.url, expiresAt: key.expiresAt },
          text: pairs([
            ['Name', `${name} (${email})`],
            ['Centre', organization.name],
            ['Roles', roles.join(', ')],
            ['Platform', key.url],
            ['Until', key.expiresAt],
          ]),
        }
      }),
    )
