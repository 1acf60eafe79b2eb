import type { Command } from 'commander'
import { z } from 'zod'
import { answering } from '../answer.ts'
import { callApi } from '../api-call.ts'
import { dropKey, keptKey } from '../kept-keys.ts'
import { example } from '../options.ts'

const Me = z.object({ sessionId: z.string() })

export const logout = (parent: Command): Command =>
  parent
    .command('logout')
    .description('Revokes the key that `therapy login` obtained, and forgets it.')
    .option('--url <url>', "the platform's URL (default: the one you last logged in to)")
    .addHelpText('after', example('logout'))
    .action(
      answering(async ({ url }: { url?: string }) => {
        const key = await keptKey(url)
        // The key is always removed locally, because a key revoked elsewhere is useless.
        await dropKey(key.url)
        const { sessionId } = Me.parse(await callApi(key, { path: '/v1/me' }))
        await callApi(key, { method: 'POST', path: `/v1/user-sessions/${sessionId}/revoke` })
        return { data: { url: key.url }, text: `Logged out of ${key.url}.` }
      }),
    )
