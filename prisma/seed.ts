/** The demo centre. It is created once through the domain's verbs; later starts find it. */
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import { getApiKey } from '#platform/api-keys/queries.ts'
import { systemContext, type Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { DEFAULT_SCOPES } from '#platform/core/access/permissions.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { LocationQuery, listLocations } from '#organization/locations/queries.ts'
import { createTenant } from '#organization/tenants/create-tenant.ts'
import { getTenantSettings } from '#organization/tenants/queries.ts'
import { issueSignInLink } from '#staff/sign-in/issue-sign-in-link.ts'
import { createDemoRecords } from './seed/records.ts'
import { DEMO_TENANT_ID, TENANT, USERS } from './seed/sunrise-therapy.ts'

export { DEMO_TENANT_ID }

export interface DemoCredentials {
  tenantId: string
  clientId: string
  /** Set only if this call created the key: the database stores only its hash. */
  clientSecret?: string
}

/**
 * Creates the demo centre with an API key that has every scope. A second run changes nothing.
 * @param existingClientId a key whose secret the caller still has; it is reused while it is active.
 */
export const seedDemo = async (
  platform: Platform,
  { existingClientId }: { existingClientId?: string | undefined } = {},
): Promise<DemoCredentials> => {
  const ctx = systemContext(platform, { tenantId: DEMO_TENANT_ID, action: 'seedDemo' })
  await unlessThere(
    () => getTenantSettings(ctx, 'api-keys:read'),
    () => createTenant(platform, TENANT, DEMO_TENANT_ID),
  )
  const { data } = await listLocations(ctx, LocationQuery.parse({ limit: 1 }))
  // One transaction, so that the centre is created completely or not at all.
  if (data.length === 0) await transact(ctx, 'locations:write', createDemoRecords)
  return { tenantId: DEMO_TENANT_ID, ...(await demoKey(ctx, existingClientId)) }
}

/** Paths of links that sign in as people of the demo centre, keyed by role; they expire after an hour. */
export const demoSignInLinks = async (
  platform: Platform,
): Promise<{ role: string; path: string }[]> => {
  const ctx = systemContext(platform, { tenantId: DEMO_TENANT_ID, action: 'demoSignInLinks' })
  const links = USERS.map(async ({ email, roles: [role = ''] }) => {
    const { path } = await issueSignInLink(ctx, { email })
    return { role: role.toLowerCase(), path }
  })
  return Promise.all(links)
}

const demoKey = async (ctx: Context, existingClientId: string | undefined) => {
  if (existingClientId && (await isLive(ctx, existingClientId)))
    return { clientId: existingClientId }
  const { clientId, clientSecret } = await createApiKey(ctx, {
    name: 'Demo',
    scopes: [...DEFAULT_SCOPES],
  })
  return { clientId, clientSecret }
}

const isLive = async (ctx: Context, id: string): Promise<boolean> => {
  const key = await unlessThere(
    () => getApiKey(ctx, { id }),
    () => undefined,
  )
  if (!key || key.revokedAt) return false
  return !key.expiresAt || new Date(key.expiresAt) > ctx.platform.clock.now()
}

const unlessThere = async <T, U>(find: () => Promise<T>, make: () => U | Promise<U>) => {
  try {
    return await find()
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return make()
    throw error
  }
}
