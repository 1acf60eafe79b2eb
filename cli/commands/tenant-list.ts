import type { Command } from 'commander'
import { answering, table } from '../answer.ts'
import { PLATFORM_TENANT, recorded, withPlatform } from '../operator.ts'
import { example } from '../options.ts'

interface TenantRow {
  tenantId: string
  name: string
  timeZone: string
  currency: string
  rateLimitPerMinute: number | null
  status: string
  closesAt: Date | null
  closedAt: Date | null
  createdAt: Date
}

export const tenantList = (parent: Command): Command =>
  parent
    .command('list')
    .description('Lists the centres.')
    .addHelpText('after', example('tenant list'))
    .action(
      answering(() =>
        withPlatform(async (platform) => {
          const act = { tenantId: PLATFORM_TENANT, action: 'therapy tenant list' }
          const tenants = await recorded(platform, act, async () => {
            const values = [PLATFORM_TENANT]
            return (await platform.database.system.query<TenantRow>(TENANTS, values)).rows
          })
          return {
            data: { data: tenants },
            text: table(
              ['TENANT', 'NAME', 'ZONE', 'CURRENCY', 'REQUESTS/MIN', 'STATUS', 'CREATED', 'CLOSES'],
              tenants.map(({ rateLimitPerMinute, closesAt, closedAt, ...tenant }) => [
                tenant.tenantId,
                tenant.name,
                tenant.timeZone,
                tenant.currency,
                String(rateLimitPerMinute ?? 'default'),
                tenant.status,
                tenant.createdAt.toISOString().slice(0, 10),
                (closedAt ?? closesAt)?.toISOString().slice(0, 10) ?? '',
              ]),
              'No centre yet. Create one with `therapy tenant create --name …`.',
            ),
          }
        }),
      ),
    )

const TENANTS = `SELECT tenant_id AS "tenantId", name, default_time_zone AS "timeZone", currency,
    rate_limit_per_minute AS "rateLimitPerMinute", status, created_at AS "createdAt",
    closes_at AS "closesAt", closed_at AS "closedAt"
  FROM tenants WHERE tenant_id <> $1 ORDER BY tenant_id`
