/** The platform as processes on free ports that a drill can kill and restart. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { withRole } from '../../dev/environment.ts'
import { freePort } from '../../dev/ports.ts'
import { startPostgres } from '../../dev/postgres.ts'
import { RunFile } from '../../dev/run-file.ts'
import { startService } from '../../dev/services.ts'
import { environmentWithoutTemporal } from '../../dev/temporal.ts'
import { type OpenPlatform } from '#platform/core/context/platform.ts'
import { openPlatform } from '#registry/open-platform.ts'
import { migrate } from '../../prisma/migrate.ts'
import { sweepKilledRuns } from '../support/killed-runs.ts'
import { MODEL_URL } from '../support/model-url.ts'
import { createLicenseRegistry } from '../../providers/registries/create-license-registry.ts'
import { startNameServer, type NameServer } from '../support/name-server.ts'
import { startRegistryServer, type RegistryServer } from '../support/registry-server.ts'
import { startStripeServer, type StripeServer } from '../support/stripe-server.ts'
import { member, type Member } from './member.ts'
import { openTemporal, type DrilledCluster } from './open-temporal.ts'

/** Receivers of drills are on loopback. */
const LOOPBACK = '127.0.0.0/8'
/** In the folders of drills. */
export const FOLDER = 'therapy-care-drill-'

export interface Api extends Member {
  readonly url: string
}

interface Service extends Member {
  readonly metricsUrl: string
}

export interface Site extends AsyncDisposable {
  readonly dir: string
  /** The database as the platform uses it, for setup and for verifying the trail. */
  readonly platform: OpenPlatform
  readonly apis: readonly (Api & Service)[]
  readonly workers: readonly Service[]
  readonly postgres: Member
  /** The development server, or all services of the cluster. */
  readonly temporal: Member
  /** Undefined if Temporal is its development server. */
  readonly cluster: DrilledCluster | undefined
  /** The name server for webhook hosts: it knows no names. */
  readonly names: NameServer
  /** The registry that verifies licenses. */
  readonly registry: RegistryServer
  /** The server for Stripe payments. */
  readonly stripe: StripeServer
  readonly env: Readonly<Record<string, string>>
  /** Processes that exited unexpectedly. */
  readonly accidents: string[]
  /** Runs one statement as the owner of the database, across all tenants. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** Runs one statement as the owner and holds its locks until the returned function is called. */
  hold(text: string, values?: unknown[]): Promise<() => Promise<void>>
  /** Restarts the workers with this mail server; without one, messages fail. */
  sendMailTo(smtpUrl: string | undefined): Promise<void>
  /** Restarts the APIs and workers with these embedding models; without any, with the one that is shipped. */
  embedWith(models: EmbeddingModels): Promise<void>
  /** Starts every stopped process. */
  restore(): Promise<void>
}

interface EmbeddingModels {
  EMBEDDINGS?: string
  EMBEDDINGS_PREVIOUS?: string
}

export interface SiteOptions {
  /** The folder for PostgreSQL's data, log files and files of children; only drills change it. */
  storage?: string
  /** Temporal as a cluster of processes, as in production. */
  cluster?: boolean
}

export const openSite = async (options: SiteOptions = {}): Promise<Site> => {
  await sweepKilledRuns(FOLDER)
  await using stack = new AsyncDisposableStack()
  const dir = mkdtempSync(path.join(tmpdir(), FOLDER))
  stack.defer(() => rmSync(dir, { recursive: true, force: true }))
  const { storage = dir, cluster: asCluster = false } = options
  const run = await RunFile.claim(dir, console.error)
  stack.defer(() => run.release())
  const accidents: string[] = []
  const onAccident = (accident: string) => accidents.push(accident)
  const spawned = (name: string) => (pid: number) => run.spawned(name, pid)

  const servers = { postgresPort: await freePort(), storage }
  const { address, temporal, cluster } = await openTemporal({
    dir,
    cluster: asCluster,
    stack,
    spawned,
    onAccident,
  })
  const database = await openDatabase(servers, spawned, onAccident)
  stack.use(database.postgres)
  await temporal.start()

  const names = stack.use(await startNameServer())
  names.forget()
  const registry = stack.use(await startRegistryServer())
  const stripe = stack.use(await startStripeServer())
  const certificate = path.join(dir, 'registry.pem')
  writeFileSync(certificate, registry.certificate)
  const apiPorts = [await freePort(), await freePort()]
  const env = {
    APP_DATABASE_URL: database.appUrl,
    SYSTEM_DATABASE_URL: database.systemUrl,
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: 'default',
    PUBLIC_URL: `http://127.0.0.1:${apiPorts[0]}`,
    FILES_LOCATION: path.join(storage, 'files'),
    WEBHOOK_ALLOWED_RANGES: LOOPBACK,
    WEBHOOK_NAME_SERVERS: names.address,
    PAYMENT_GATEWAY: 'sandbox',
    STRIPE_API_URL: stripe.url,
    LICENSE_REGISTRY: registry.url,
    NODE_EXTRA_CA_CERTS: certificate,
    AI_MODEL_HOSTS: new URL(MODEL_URL).host,
    AI_MODEL_RANGES: LOOPBACK,
    LOG_LEVEL: 'debug',
    // Drills exceed the limit of calls per minute.
    TENANT_RATE_LIMIT_PER_MINUTE: '1000000',
  }
  let mail: { SMTP_URL?: string } = {}
  let models: EmbeddingModels = {}
  const service = async (kind: 'api' | 'worker', index: number, port?: number) => {
    const name = `${kind}-${index + 1}`
    const metricsPort = await freePort()
    const start = () =>
      startService({
        name,
        entry: `${kind}/main.ts`,
        ...(port !== undefined && { port }),
        metricsPort,
        env: { ...environmentWithoutTemporal(), ...env, ...mail, ...models },
        logFile: path.join(storage, `${name}.log`),
        onSpawn: spawned(name),
      })
    const it = stack.use(member(name, start, onAccident))
    return Object.assign(it, { metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` })
  }
  const apis = await Promise.all(
    apiPorts.map(async (port, index) =>
      Object.assign(await service('api', index, port), { url: `http://127.0.0.1:${port}` }),
    ),
  )
  const workers = await Promise.all([service('worker', 0), service('worker', 1)])
  await Promise.all([...apis, ...workers].map((it) => it.start()))

  const platform = stack.use(
    openPlatform({
      appUrl: env.APP_DATABASE_URL,
      systemUrl: env.SYSTEM_DATABASE_URL,
      encryptionKeys: env.ENCRYPTION_KEYS,
      filesLocation: env.FILES_LOCATION,
      webhookAllowedRanges: [LOOPBACK],
      licenseRegistry: createLicenseRegistry(registry.url, 'drill'),
      poolSize: 4,
      // Drills stop the server underneath it.
      onIdleError: () => undefined,
    }),
  )
  const { postgres } = database
  const owned = stack.move()
  return {
    dir,
    platform,
    apis,
    workers,
    postgres,
    temporal,
    cluster,
    names,
    registry,
    stripe,
    env,
    accidents,
    query: (text, values) => query(database.ownerUrl, text, values),
    hold: (text, values) => hold(database.ownerUrl, text, values),
    sendMailTo: async (smtpUrl) => {
      mail = smtpUrl === undefined ? {} : { SMTP_URL: smtpUrl }
      await restart(workers)
    },
    embedWith: async (changed) => {
      models = changed
      await restart([...apis, ...workers])
    },
    restore: async () => {
      await Promise.all([postgres, temporal].map((it) => it.start()))
      await Promise.all([...apis, ...workers].map((it) => it.start()))
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const restart = async (members: readonly Member[]): Promise<void> => {
  await Promise.all(members.map((it) => it.end('SIGTERM')))
  await Promise.all(members.map((it) => it.start()))
}

interface Servers {
  storage: string
  postgresPort: number
}

type Spawned = (name: string) => (pid: number) => void

/** Durable as in production: acknowledged data must survive its end. */
const openDatabase = async (
  { storage, postgresPort }: Servers,
  spawned: Spawned,
  onAccident: (accident: string) => void,
) => {
  const dataDir = path.join(storage, 'postgres')
  let ownerUrl = ''
  const launch = async () => {
    const onSpawn = spawned('postgres')
    const server = await startPostgres({ dataDir, port: postgresPort, onSpawn })
    ownerUrl = server.ownerUrl
    return server
  }
  const postgres = member('postgres', launch, onAccident)
  await postgres.start()
  const [appPassword, systemPassword] = [
    randomBytes(12).toString('hex'),
    randomBytes(12).toString('hex'),
  ]
  await migrate(ownerUrl, { appPassword, systemPassword })
  return {
    postgres,
    ownerUrl,
    appUrl: withRole(ownerUrl, 'therapy_app', appPassword),
    systemUrl: withRole(ownerUrl, 'therapy_system', systemPassword),
  }
}

export const query = async <Row extends object>(
  ownerUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

const hold = async (ownerUrl: string, text: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('BEGIN')
  await client.query(text, values)
  return () => client.end()
}
