import type { Command } from 'commander'
import { revokeApiKey } from '#platform/api-keys/revoke-api-key.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { idOf } from '#platform/core/records/ids.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { answering } from '../answer.ts'
import { change, withPlatform } from '../operator.ts'
import { example, parsed } from '../options.ts'

export const keyRevoke = (parent: Command): Command =>
  parent
    .command('revoke')
    .description('Revokes an API key permanently; its tokens stop working at once.')
    .argument('<client-id>', 'the key')
    .option('--tenant <id>', "the key's centre (default: found by the key)")
    .addHelpText('after', example('key revoke key_…'))
    .action(
      answering((clientId: string, { tenant }: { tenant?: string }) => {
        const id = parsed(idOf('apiKey'), clientId, { '': 'client-id' })
        return withPlatform(async (platform) => {
          const tenantId = tenant ?? (await tenantOf(platform, id))
          const act = { tenantId, action: 'therapy key revoke' }
          const { revokedAt } = await change(platform, act, (ctx) => revokeApiKey(ctx, { id }))
          return {
            data: { tenantId, clientId: id, revokedAt },
            text: `${id} was revoked at ${revokedAt}.`,
          }
        })
      }),
    )

/** A key's id is unique across all centres. */
const tenantOf = async ({ database }: Platform, id: string): Promise<string> => {
  const { rows } = await database.system.query<{ tenant: string }>(
    'SELECT tenant_id AS tenant FROM api_keys WHERE id = $1',
    [id],
  )
  if (!rows[0]) throw notFound('API key')
  return rows[0].tenant
}
