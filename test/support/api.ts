/** The whole API in this process, with its own database and a movable clock. */
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { Client as PgClient } from 'pg'

import { createApp } from '../../api/app.ts'
import { UploadBudget } from '../../api/endpoints/upload-budget.ts'
import { createSuspectQueue } from '../../api/http/count.ts'
import { RateLimiter } from '../../api/http/rate-limit.ts'
import { HTTP_OPTIONS, serveHttp } from '../../api/http/serve-http.ts'
import { createMetrics } from '../../api/metrics.ts'
import type { Services } from '../../api/services.ts'
import { Shortages } from '../../api/shortages.ts'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import type { CreateApiKey } from '#platform/api-keys/schemas.ts'
import { AuditJournal } from '#platform/audit/audit-journal.ts'
import { statementName } from '#platform/core/sql/connection.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { SCOPES } from '#platform/core/access/permissions.ts'
import { openPlatform } from '#registry/open-platform.ts'
import { createIdentity } from '#platform/identity/create-identity.ts'
import { createTenant } from '#organization/tenants/create-tenant.ts'
import type { MalwareScanner } from '../../providers/files/malware-scanner.ts'
import type { TextEmbedder } from '../../providers/ai/text-embedder.ts'
import type { Geocoder } from '../../providers/geocoding/geocoder.ts'
import { createLogger } from '../../providers/log/logger.ts'
import { createTwilio } from '../../providers/texting/index.ts'
import type { GatewayName } from '../../providers/payments/gateway.ts'
import { keepTokens } from './access-tokens.ts'
import { assertDeclaredCode } from './declared-codes.ts'
import { MULTIPART, multipart, type SentForm } from './multipart.ts'
import { MODEL_URL } from './model-url.ts'
import { startNameServer, type NameServer } from './name-server.ts'
import { MAIL_EVENTS_SECRET, TEXTING_URL } from './signed-texts.ts'
import { createDatabase, type TestDatabase } from './servers.ts'

/** Before the sunset of /v0, so that it still responds, and between past and future of the examples. */
export const TESTS_BEGIN_AT = Date.parse('2026-11-24T08:00:00.000Z')

/**
 * How much faster time passes for the platform, from `TEST_CLOCK_SPEED`: 20 shows on a fast machine what a slow
 * one meets, such as expiring tokens.
 */
const SPEED = Number(process.env['TEST_CLOCK_SPEED'] ?? 1)

/** Time that passes from {@link TESTS_BEGIN_AT}, and jumps on request. */
class TestClock {
  #at = TESTS_BEGIN_AT
  #since = Date.now()

  now(): Date {
    return new Date(this.#at + (Date.now() - this.#since) * SPEED)
  }

  /** Moves to an instant, forwards or backwards. */
  set(instant: Date | string): void {
    this.#at = new Date(instant).getTime()
    this.#since = Date.now()
  }

  advance(milliseconds: number): void {
    this.#at += milliseconds
  }
}

/** The start of a statement, which identifies it when prepared once. */
const LONG_STATEMENT = 2_000

export interface ApiRequest {
  method?: string
  /** Including its query. */
  path: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent as multipart/form-data, instead of `json`. */
  form?: SentForm
  /** Sent unchanged, instead of `json`. */
  body?: string | Uint8Array<ArrayBuffer>
}

/** A response and its body; `body` is the parsed JSON, `text` the raw text. */
export interface ApiAnswer<Body = unknown> {
  status: number
  headers: Headers
  text: string
  body: Body
}

/** A caller with a key: sends its token from a distinct address. */
export interface ApiClient {
  readonly tenantId: string
  readonly clientId: string
  readonly clientSecret: string
  /** A token that does not expire soon; with a scope, one limited to it. */
  token(scope?: string): Promise<string>
  send<Body = unknown>(request: ApiRequest): Promise<ApiAnswer<Body>>
  get<Body = unknown>(path: string): Promise<ApiAnswer<Body>>
  post<Body = unknown>(path: string, json?: unknown): Promise<ApiAnswer<Body>>
  patch<Body = unknown>(path: string, json: unknown): Promise<ApiAnswer<Body>>
}

export interface TestApi extends AsyncDisposable {
  readonly services: Services
  readonly clock: TestClock
  readonly database: TestDatabase
  /** The default name server, unless options name others. */
  readonly names: NameServer
  /** Wakes of the relay so far. */
  readonly wakes: () => number
  /** Logged at level error. */
  readonly errors: readonly object[]
  /** Everything logged; only errors unless options say otherwise. */
  readonly logs: readonly LogLine[]
  /** A caller without a token. */
  anonymous(): Pick<ApiClient, 'send' | 'get' | 'post'>
  /** An empty tenant, and a key with every scope by default. */
  createTenant(key?: Partial<CreateApiKey>): Promise<ApiClient>
  /** Another key of a tenant; its token requests `scope`, or everything the key has. */
  createClient(tenantId: string, key?: Partial<CreateApiKey>, scope?: string): Promise<ApiClient>
  /** A caller with an existing key. */
  enter(
    tenantId: string,
    key: Pick<ApiClient, 'clientId' | 'clientSecret'>,
    scope?: string,
  ): Promise<ApiClient>
  /** Runs one statement as the owner of the database, across all tenants. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** The same app behind a real socket, for what only a socket can show. */
  listen(): Promise<{ url: string; taken: () => number } & AsyncDisposable>
}

type LogLine = Record<string, unknown>

export interface TestApiOptions {
  /** Instead of a new database. */
  database?: TestDatabase
  /** By default new ones, so that nothing sealed by another API can be opened. */
  encryptionKeys?: string
  logLevel?: string
  temporalStatus?: 'ok' | 'down'
  webhookAllowedRanges?: readonly string[]
  webhookNameServers?: readonly string[]
  modelHosts?: readonly string[]
  /** The provider of texts. */
  textingUrl?: string
  operatorUiOrigin?: string
  scanner?: MalwareScanner
  geocoder?: Geocoder
  embedder?: TextEmbedder
  paymentGateway?: GatewayName
  tenantRateLimitPerMinute?: number
  trustedProxyRanges?: readonly string[]
}

export const startApi = async (options: TestApiOptions = {}): Promise<TestApi> => {
  await using starting = new AsyncDisposableStack()
  const database = starting.use(options.database ?? (await createDatabase()))
  const names = starting.use(await startNameServer())
  names.forget()
  const clock = new TestClock()
  const files = await mkdtemp(path.join(tmpdir(), 'therapy-files-'))
  starting.defer(() => rm(files, { recursive: true, force: true }))
  const platform = starting.use(
    openPlatform({
      appUrl: database.appUrl,
      systemUrl: database.systemUrl,
      encryptionKeys: options.encryptionKeys ?? `k1:${randomBytes(32).toString('base64')}`,
      webhookAllowedRanges: options.webhookAllowedRanges ?? [],
      webhookNameServers: options.webhookNameServers ?? [names.address],
      modelHosts: options.modelHosts ?? [new URL(MODEL_URL).host],
      modelRanges: ['127.0.0.0/8'],
      poolSize: 10,
      filesLocation: files,
      clock,
      ...(options.scanner && { scanner: options.scanner }),
      ...(options.geocoder && { geocoder: options.geocoder }),
      ...(options.embedder && { embedder: options.embedder }),
      ...(options.paymentGateway && { paymentGateway: options.paymentGateway }),
    }),
  )
  const owner = new PgClient({ connectionString: database.ownerUrl })
  await owner.connect()
  starting.defer(() => owner.end())

  const logs: LogLine[] = []
  const errors: LogLine[] = []
  const logged = (line: LogLine) => {
    logs.push(line)
    if (line['level'] === 'error') errors.push(line)
  }
  let wakes = 0
  const metrics = createMetrics(platform)
  const publicUrl = 'http://api.test'
  const services: Services = {
    platform,
    identity: createIdentity(platform, { issuer: publicUrl }),
    journal: new AuditJournal(platform),
    rateLimiter: new RateLimiter({ database: platform.database.system }, clock),
    tenantRateLimitPerMinute: options.tenantRateLimitPerMinute ?? 1_000_000,
    suspects: createSuspectQueue(),
    uploads: new UploadBudget(),
    metrics,
    shortages: new Shortages(clock, metrics.shortages),
    log: createLogger({
      process: 'api',
      level: options.logLevel ?? 'error',
      destination: { write: (line: string) => logged(JSON.parse(line) as LogLine) },
    }),
    wakeRelay: () => (wakes += 1),
    temporalStatus: () => Promise.resolve(options.temporalStatus ?? 'ok'),
    trustedProxyRanges: options.trustedProxyRanges ?? [],
    publicUrl,
    texting: createTwilio({ url: options.textingUrl ?? TEXTING_URL }),
    mailEventsSecret: MAIL_EVENTS_SECRET,
    operatorUiOrigin: options.operatorUiOrigin,
  }
  const app = createApp(services)
  const owned = starting.move()

  const sender = (token?: () => Promise<string>) => {
    const remoteAddress = nextAddress()
    const send = async <Body>(request: ApiRequest): Promise<ApiAnswer<Body>> => {
      const {
        method = 'GET',
        path,
        json,
        form,
        body = form ? multipart(form) : json === undefined ? undefined : JSON.stringify(json),
      } = request
      const headers = new Headers(
        body === undefined ? undefined : { 'content-type': form ? MULTIPART : 'application/json' },
      )
      if (token) headers.set('authorization', `Bearer ${await token()}`)
      for (const [name, value] of Object.entries(request.headers ?? {})) headers.set(name, value)
      const response = await app.request(
        path,
        { method, headers, ...(body !== undefined && { body }) },
        { incoming: { socket: { remoteAddress } } },
      )
      const answer = await readAnswer<Body>(response)
      assertDeclaredCode(request, answer)
      return answer
    }
    return {
      send,
      get: <Body>(path: string) => send<Body>({ path }),
      post: <Body>(path: string, json?: unknown) =>
        send<Body>({
          method: 'POST',
          path,
          json,
          headers: { 'idempotency-key': randomUUID() },
        }),
      patch: <Body>(path: string, json: unknown) => send<Body>({ method: 'PATCH', path, json }),
    }
  }

  const enter: TestApi['enter'] = async (tenantId, { clientId, clientSecret }, scope) => {
    const now = () => clock.now().getTime()
    const tokenOf = keepTokens({ clientId, clientSecret }, sender().send, now)
    const token = (narrowed = scope) => tokenOf(narrowed)
    await token()
    return { tenantId, clientId, clientSecret, token, ...sender(token) }
  }

  const createClient: TestApi['createClient'] = async (tenantId, key = {}, scope) => {
    // Created by its own creator: two keys of a test have two origins, like two people.
    const ctx = {
      ...systemContext(platform, { tenantId, action: 'createApiKey' }),
      actor: { kind: 'SYSTEM', id: newId('user'), permissions: 'all' } as const,
    }
    const created = await createApiKey(ctx, {
      name: 'Test',
      scopes: [...SCOPES],
      rateLimitPerMinute: 1_000_000,
      ...key,
    })
    return enter(tenantId, created, scope)
  }

  return {
    services,
    clock,
    database,
    names,
    wakes: () => wakes,
    errors,
    logs,
    anonymous: () => sender(),
    createClient,
    enter,
    async createTenant(key) {
      const { id } = await createTenant(platform, {
        name: 'Test centre',
        defaultTimeZone: 'Europe/Berlin',
      })
      return createClient(id, key)
    },
    async query<Row extends object>(text: string, values: unknown[] = []) {
      // Planning a query over every table takes longer than running it.
      const isLong = text.length > LONG_STATEMENT && values.length > 0
      const query = { text, values, ...(isLong && { name: statementName(text) }) }
      return (await owner.query<Row>(query)).rows
    },
    async listen() {
      let taken = 0
      const server = createServer(HTTP_OPTIONS, () => {
        taken += 1
      })
      serveHttp(server, app.fetch, services)
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      return {
        url: `http://127.0.0.1:${port}`,
        taken: () => taken,
        async [Symbol.asyncDispose]() {
          const closed = once(server, 'close')
          server.close()
          server.closeAllConnections()
          await closed
        },
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const readAnswer = async <Body>(response: Response): Promise<ApiAnswer<Body>> => {
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const body = (isJson && text !== '' ? JSON.parse(text) : text) as Body
  return { status: response.status, headers: response.headers, text, body }
}

let addresses = 0

/** Documentation addresses (RFC 3849): one per caller, so none uses up another's rate limit. */
const nextAddress = () => `2001:db8:${(addresses += 1).toString(16)}::1`
