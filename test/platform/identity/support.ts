/** A platform with its own clock, a centre with keys, and the OAuth endpoints over HTTP. */
import { Hono } from 'hono'
import pg from 'pg'
import { pino } from 'pino'
import { AuditJournal } from '#platform/audit/audit-journal.ts'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import type { CreateApiKey } from '#platform/api-keys/schemas.ts'
import { systemContext, type Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { type OpenPlatform } from '#platform/core/context/platform.ts'
import { openPlatform } from '#registry/open-platform.ts'
import {
  createIdentity,
  type Caller,
  type Identity,
  type Principal,
} from '#platform/identity/create-identity.ts'
import { CallerChanged } from '#platform/identity/confirmation.ts'
import type { HttpEnv } from '../../../api/http/http-context.ts'
import { contextOf, refuse } from '../../../api/http/call.ts'
import { createSuspectQueue } from '../../../api/http/count.ts'
import { RateLimiter } from '../../../api/http/rate-limit.ts'
import { mountPublicRoutes } from '../../../api/endpoints/public-route.ts'
import { PUBLIC_ROUTES } from '../../../api/endpoints/public-routes.ts'
import { createMetrics } from '../../../api/metrics.ts'
import type { Services } from '../../../api/services.ts'
import { Shortages } from '../../../api/shortages.ts'
import { createDatabase, type TestDatabase } from '../../support/servers.ts'

export const ISSUER = 'https://api.example.com'
const ENCRYPTION_KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`

/** A clock that tests move. The store's rate limits keep real time, so it starts there. */
export class MovableClock {
  #offsetMs = 0
  now = (): Date => new Date(Date.now() + this.#offsetMs)
  advance(seconds: number): void {
    this.#offsetMs += seconds * 1_000
  }
}

/** The identity part of one API process. */
export const openProcess = (database: TestDatabase, clock: MovableClock) => {
  const platform = openPlatform({
    appUrl: database.appUrl,
    systemUrl: database.systemUrl,
    encryptionKeys: ENCRYPTION_KEYS,
    clock,
  })
  const identity = createIdentity(platform, { issuer: ISSUER })
  return {
    platform,
    identity,
    clock,
    app: createOAuthApp(platform, identity),
    [Symbol.asyncDispose]: () => platform[Symbol.asyncDispose](),
  }
}

export type Process = ReturnType<typeof openProcess>

/** The endpoints as mounted by the API, behind a middleware that only knows an address. */
const createOAuthApp = (platform: OpenPlatform, identity: Services['identity']) => {
  const metrics = createMetrics(platform)
  const services = {
    platform,
    identity,
    journal: new AuditJournal(platform),
    rateLimiter: new RateLimiter({ database: platform.database.system }, platform.clock),
    tenantRateLimitPerMinute: 1_000_000,
    suspects: createSuspectQueue(),
    publicUrl: ISSUER,
    log: pino({ level: 'silent' }),
    metrics,
    shortages: new Shortages(platform.clock, metrics.shortages),
  } as unknown as Services
  const app = new Hono<HttpEnv>()
  app.use(async (c, next) => {
    c.set('requestId', newId('request'))
    c.set('headers', {})
    c.set('address', c.req.header('x-test-address') ?? '198.51.100.7')
    await next()
  })
  mountPublicRoutes(app, PUBLIC_ROUTES, services)
  app.onError((error, c) => refuse(services, c, contextOf(services, c, 'test'), error))
  return app
}

export interface Centre {
  tenantId: string
  ctx: Context
  key(input?: Partial<CreateApiKey>): Promise<Credentials>
}

export interface Credentials {
  client_id: string
  client_secret: string
}

/** A tenant and a way to create keys, like the command line. */
export const createCentre = async (
  database: TestDatabase,
  { platform }: Process,
): Promise<Centre> => {
  const tenantId = newId('tenant')
  await asOwner(
    database,
    `INSERT INTO tenants (tenant_id, name, default_time_zone, currency, reminder_offsets_minutes, created_at, updated_at)
     VALUES ($1, 'Centre', 'UTC', 'EUR', '{}', now(), now())`,
    [tenantId],
  )
  const ctx = systemContext(platform, { tenantId, action: 'test' })
  return {
    tenantId,
    ctx,
    async key(input = {}) {
      const created = await createApiKey(ctx, { name: 'Key', scopes: ['bookings'], ...input })
      return { client_id: created.clientId, client_secret: created.clientSecret }
    },
  }
}

/** Runs one statement as the owner of the database, bypassing row-level security. */
export const asOwner = async <Row extends object>(
  { ownerUrl }: TestDatabase,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

export interface OAuthAnswer {
  status: number
  headers: Headers
  body: Record<string, unknown> & {
    access_token: string
    refresh_token: string
    scope: string
    error: string
  }
}

/** Posts JSON to an OAuth endpoint. */
export const post = async (
  { app }: Pick<Process, 'app'>,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<OAuthAnswer> => {
  const response = await app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as OAuthAnswer['body'],
  }
}

export const clientCredentials = (process: Process, credentials: Credentials, more: object = {}) =>
  post(process, '/oauth/token', { grant_type: 'client_credentials', ...credentials, ...more })

export const refresh = (
  process: Process,
  credentials: Credentials,
  refresh_token: string,
  more: object = {},
) =>
  post(process, '/oauth/token', {
    grant_type: 'refresh_token',
    ...credentials,
    refresh_token,
    ...more,
  })

export { createDatabase, type TestDatabase }

/** Recognizes a token like the pipeline: it counts only after the database has confirmed it. */
export const confirmed = async (
  identity: Identity,
  token: string,
  caller: Caller = { method: 'GET' },
): Promise<Principal> => {
  for (;;) {
    const principal = await identity.authenticate(token, caller)
    try {
      await principal.confirmation.settle()
      return principal
    } catch (error) {
      if (!(error instanceof CallerChanged)) throw error
    }
  }
}
