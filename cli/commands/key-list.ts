import type { Command } from 'commander'
import { ApiKeyQuery, listApiKeys } from '#platform/api-keys/queries.ts'
import type { ApiKey } from '#platform/api-keys/schemas.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DEFAULT_SCOPES, SCOPES } from '#platform/core/access/permissions.ts'
import { answering, table } from '../answer.ts'
import { everyPage } from '../every-page.ts'
import { CENTRE, centreOf, recorded, withPlatform } from '../operator.ts'
import { example } from '../options.ts'

export const keyList = (parent: Command): Command =>
  parent
    .command('list')
    .description('Lists the API keys of a centre, without their secrets.')
    .option(...CENTRE)
    .addHelpText('after', example('key list --tenant ten_…'))
    .action(
      answering(({ tenant }: { tenant?: string }) =>
        withPlatform(async (platform) => {
          const tenantId = await centreOf(platform, tenant)
          const act = { tenantId, action: 'therapy key list' }
          const keys = await recorded(platform, act, allKeys)
          return {
            data: { data: keys },
            text: table(
              ['CLIENT ID', 'NAME', 'STATE', 'LAST USED', 'SCOPES'],
              keys.map((key) => [
                key.clientId,
                key.name,
                stateOf(key, platform.clock.now()),
                key.lastUsedAt?.slice(0, 10) ?? 'never',
                scopesShown(key.scopes),
              ]),
              'No key yet. Create one with `therapy key create`.',
            ),
          }
        }),
      ),
    )

const allKeys = (ctx: Context): Promise<ApiKey[]> =>
  everyPage((paging) => listApiKeys(ctx, ApiKeyQuery.parse(paging)))

const scopesShown = (scopes: readonly string[]): string => {
  if (!DEFAULT_SCOPES.every((scope) => scopes.includes(scope))) return scopes.join(',')
  return [
    'all',
    ...SCOPES.filter((it) => !DEFAULT_SCOPES.includes(it) && scopes.includes(it)),
  ].join('+')
}

const stateOf = ({ revokedAt, expiresAt }: ApiKey, now: Date): string => {
  if (revokedAt) return 'revoked'
  if (!expiresAt) return 'live'
  return new Date(expiresAt) <= now ? 'expired' : `until ${expiresAt.slice(0, 10)}`
}
