import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../dev/postgres.ts'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import { systemContext, type Context } from '#platform/core/context/context.ts'
import { SCOPES } from '#platform/core/access/permissions.ts'
import { type OpenPlatform } from '#platform/core/context/platform.ts'
import { openPlatform } from '#registry/open-platform.ts'
import { createChild } from '#people/children/create-child.ts'
import { createLocation } from '#organization/locations/create-location.ts'
import { createProvider } from '#organization/providers/create-provider.ts'
import { createTenant } from '#organization/tenants/create-tenant.ts'
import { migrate } from '../../prisma/migrate.ts'

/** A centre with people to book for, and a key with every scope. */
export interface Tenant {
  ctx: Context
  tenantId: string
  clientId: string
  clientSecret: string
  childIds: string[]
  providerIds: string[]
}

export interface Centre extends Tenant, AsyncDisposable {
  ownerUrl: string
  platform: OpenPlatform
  /** Environment of an API or worker process on this centre's database. */
  env: Record<string, string>
}

const PASSWORD = 'bench'

/** A PostgreSQL of its own, durable as in production, with one centre of many providers and children. */
export const openCentre = async ({ people }: { people: number }): Promise<Centre> => {
  const stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'therapy-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const postgres = stack.use(await startPostgres({ dataDir }))
  await migrate(postgres.ownerUrl, { appPassword: PASSWORD, systemPassword: PASSWORD })

  const as = (role: string) =>
    Object.assign(new URL(postgres.ownerUrl), { username: role, password: PASSWORD }).href
  const env = {
    APP_DATABASE_URL: as('therapy_app'),
    SYSTEM_DATABASE_URL: as('therapy_system'),
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    FILES_LOCATION: path.join(dataDir, 'files'),
    PORT: '0',
    LOG_LEVEL: 'warn',
    // What is measured is not the limit.
    TENANT_RATE_LIMIT_PER_MINUTE: '100000000',
    WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
  }
  const platform = stack.use(
    openPlatform({
      appUrl: env.APP_DATABASE_URL,
      systemUrl: env.SYSTEM_DATABASE_URL,
      encryptionKeys: env.ENCRYPTION_KEYS,
      webhookAllowedRanges: [env.WEBHOOK_ALLOWED_RANGES],
    }),
  )
  const tenant = await createCentre(platform, { name: 'Bench centre', people })
  await makeBareTables(postgres.ownerUrl)
  return {
    ownerUrl: postgres.ownerUrl,
    platform,
    ...tenant,
    env,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

export const createCentre = async (
  platform: OpenPlatform,
  { name, people }: { name: string; people: number },
): Promise<Tenant> => {
  const tenant = await createTenant(platform, { name })
  const ctx = systemContext(platform, { tenantId: tenant.id, action: 'bench' })
  const location = await createLocation(ctx, { name: 'Berlin', timeZone: 'Europe/Berlin' })
  const childIds: string[] = []
  const providerIds: string[] = []
  for (let index = 0; index < people; index += 1) {
    const child = await createChild(ctx, {
      firstName: 'Child',
      lastName: String(index),
      birthDate: '2021-05-01',
    })
    const provider = await createProvider(ctx, {
      name: `Provider ${index}`,
      specialties: [],
      languages: [],
      locationIds: [location.id],
    })
    childIds.push(child.id)
    providerIds.push(provider.id)
  }
  const key = await createApiKey(ctx, {
    name: 'bench',
    scopes: [...SCOPES],
    rateLimitPerMinute: 100_000_000,
  })
  return {
    ctx,
    tenantId: tenant.id,
    clientId: key.clientId,
    clientSecret: key.clientSecret,
    childIds,
    providerIds,
  }
}

/** The same columns without constraints, indexes or isolation: what the bare server writes to. */
const makeBareTables = async (ownerUrl: string) => {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  await client.query(`CREATE SCHEMA bare`)
  for (const table of ['appointments', 'audit_entries', 'outbox']) {
    await client.query(
      `CREATE TABLE bare.${table} (LIKE public.${table} INCLUDING DEFAULTS INCLUDING IDENTITY, PRIMARY KEY (tenant_id, id))`,
    )
  }
  await client.end()
}

/** A token with every scope of the centre's key. */
export const accessToken = async (
  url: string,
  { clientId, clientSecret }: Tenant,
): Promise<string> => {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  const token = (await response.json()) as { access_token?: string }
  if (!token.access_token) throw new Error(`No token: ${response.status} ${JSON.stringify(token)}`)
  return token.access_token
}

/** A distinct slot for every index: each provider and child in turn, hour after hour. */
export const slotOf = ({ childIds, providerIds }: Tenant, index: number) => {
  const person = index % providerIds.length
  const hour = Math.floor(index / providerIds.length)
  const firstSlot = Math.ceil(Date.now() / 86_400_000 + 2) * 86_400_000
  return {
    childId: childIds[person]!,
    providerId: providerIds[person]!,
    startsAt: new Date(firstSlot + hour * 3_600_000).toISOString(),
  }
}
