/**
 * Temporal's server as temporal-compose.yml runs it, without containers: its four services as processes of
 * their own, on a PostgreSQL server of their own. The server's own configuration template is used: variables
 * with the names of the image.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { startChild, whenReady, type Running } from './child.ts'
import { freePort } from './ports.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'
import { requireTemporalPrograms, type TemporalPrograms } from './temporal-programs.ts'
import { TEMPORAL_TUNING } from './temporal-tuning.ts'

/**
 * The first one writes the cluster's metadata into an empty database: start it before the others, which would
 * end if they did so at the same moment.
 */
export const TEMPORAL_SERVICES = ['frontend', 'history', 'matching', 'worker'] as const
type TemporalServiceName = (typeof TEMPORAL_SERVICES)[number]

/** As in temporal-compose.yml. It cannot change once there is data. */
export const HISTORY_SHARDS = 128
const RETENTION_DAYS = 7
const NAMESPACE = 'default'
const START = { timeoutMs: 60_000, longestMs: 600_000 }

export interface ClusterOptions {
  /** Contains the database's folder, the settings, and a log for each service. */
  dataDir: string
  /** If false, fsync is off. For tests. */
  durable?: boolean
  /** Where the UI sends payloads for decryption; without it there is no UI. */
  codecEndpoint?: string | undefined
  /** The port that a part had before. */
  portOf?: (part: string) => number | undefined
  log?: (line: string) => void
  onSpawn?: (part: string, pid: number) => void
  signal?: AbortSignal | undefined
}

/** Starts nothing itself: its owner starts, supervises and stops the parts. */
export interface TemporalCluster {
  /** host:port of the gRPC frontend. */
  readonly address: string
  readonly uiUrl: string | undefined
  /** The ports, by part, so that the next start can use the same. */
  readonly ports: Readonly<Record<string, number>>
  /** Starts PostgreSQL and brings the schema up to date. */
  startDatabase: () => Promise<PostgresServer>
  /** Needs the database. */
  startService: (name: TemporalServiceName) => Promise<Running>
  startUi: () => Promise<Running>
  /** Creates the namespace and its search attributes; needs the database and the services. */
  prepareNamespace: () => Promise<void>
}

export async function temporalCluster(options: ClusterOptions): Promise<TemporalCluster> {
  const { dataDir, codecEndpoint, log, signal } = options
  const programs = await requireTemporalPrograms({ log, signal })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const ports = await choosePorts(options.portOf)
  const uiUrl = codecEndpoint && programs.ui ? `http://127.0.0.1:${ports.ui}` : undefined
  if (codecEndpoint && !programs.ui) log?.('Temporal’s UI could not be built: there is none')
  const address = `127.0.0.1:${ports.frontend}`
  const dynamicConfig = writeDynamicConfig(dataDir)
  if (codecEndpoint) writeUiConfig(dataDir, { address, port: ports.ui, codecEndpoint })
  let password = ''

  return {
    address,
    uiUrl,
    ports,
    async startDatabase() {
      const server = await startPostgres({
        dataDir: path.join(dataDir, 'postgres'),
        port: ports.postgres,
        database: 'temporal',
        ...(options.durable !== undefined && { durable: options.durable }),
        ...(log && { log }),
        onSpawn: (pid) => options.onSpawn?.('postgres', pid),
        signal,
      })
      password = decodeURIComponent(new URL(server.ownerUrl).password)
      await updateSchema(programs, { port: server.port, password })
      return server
    },
    async startService(name) {
      const child = await startChild({
        command: programs.server,
        args: ['--allow-no-auth', 'start', `--service=${name}`],
        cwd: dataDir,
        logFile: path.join(dataDir, `${name}.log`),
        env: serviceEnvironment(ports, { password, dynamicConfig }),
        onSpawn: (pid) => options.onSpawn?.(name, pid),
      })
      const ask = () => listens(ports[name])
      await whenReady(child, ask, { what: `Temporal's ${name} service`, ...START, signal })
      return child
    },
    async startUi() {
      const child = await startChild({
        command: programs.ui ?? '',
        args: ['--root', dataDir, '--config', 'ui', '--env', 'up', 'start'],
        cwd: dataDir,
        logFile: path.join(dataDir, 'ui.log'),
        env: {},
        onSpawn: (pid) => options.onSpawn?.('ui', pid),
      })
      const ask = () => listens(ports.ui)
      await whenReady(child, ask, { what: 'Temporal’s UI', ...START, signal })
      return child
    },
    prepareNamespace: () => prepareNamespace(address, signal),
  }
}

type Ports = Awaited<ReturnType<typeof choosePorts>>

/** Each service has a port for gRPC and one for the gossip by which they find each other. */
async function choosePorts(portOf: ClusterOptions['portOf'] = () => undefined) {
  const of = (part: string) => freePort(portOf(part))
  return {
    frontend: await of('frontend'),
    frontendHttp: await of('frontendHttp'),
    frontendGossip: await of('frontendGossip'),
    history: await of('history'),
    historyGossip: await of('historyGossip'),
    matching: await of('matching'),
    matchingGossip: await of('matchingGossip'),
    /** Only named in the membership: it serves no calls. */
    workerGrpc: await of('workerGrpc'),
    worker: await of('worker'),
    postgres: await of('postgres'),
    ui: await of('ui'),
  }
}

interface Access {
  port: number
  password: string
}

/** Safe to repeat: a schema that is up to date stays as it is. */
async function updateSchema({ sqlTool }: TemporalPrograms, { port, password }: Access) {
  const env = { SQL_PASSWORD: password }
  const run = (database: string, ...args: string[]) =>
    promisify(execFile)(
      sqlTool,
      [
        ['--plugin', 'postgres12', '--endpoint', '127.0.0.1', '--port', `${port}`],
        ['--user', 'postgres', '--database', database],
        args,
      ].flat(),
      { env },
    )
  const update = async (database: string, schema: string) => {
    await run(database, 'create')
    await run(database, 'setup-schema', '-v', '0.0')
    await run(database, 'update-schema', '--schema-name', `postgresql/v12/${schema}`)
  }
  await Promise.all([update('temporal', 'temporal'), update('temporal_visibility', 'visibility')])
}

function serviceEnvironment(
  ports: Ports,
  { password, dynamicConfig }: { password: string; dynamicConfig: string },
): Record<string, string> {
  return {
    DB: 'postgres12',
    DB_PORT: `${ports.postgres}`,
    POSTGRES_SEEDS: '127.0.0.1',
    POSTGRES_USER: 'postgres',
    POSTGRES_PWD: password,
    NUM_HISTORY_SHARDS: `${HISTORY_SHARDS}`,
    BIND_ON_IP: '127.0.0.1',
    TEMPORAL_BROADCAST_ADDRESS: '127.0.0.1',
    FRONTEND_GRPC_PORT: `${ports.frontend}`,
    FRONTEND_HTTP_PORT: `${ports.frontendHttp}`,
    FRONTEND_MEMBERSHIP_PORT: `${ports.frontendGossip}`,
    HISTORY_GRPC_PORT: `${ports.history}`,
    HISTORY_MEMBERSHIP_PORT: `${ports.historyGossip}`,
    MATCHING_GRPC_PORT: `${ports.matching}`,
    MATCHING_MEMBERSHIP_PORT: `${ports.matchingGossip}`,
    WORKER_GRPC_PORT: `${ports.workerGrpc}`,
    WORKER_MEMBERSHIP_PORT: `${ports.worker}`,
    DYNAMIC_CONFIG_FILE_PATH: dynamicConfig,
    LOG_LEVEL: 'warn',
  }
}

/** JSON is YAML too. */
function writeDynamicConfig(dataDir: string): string {
  const file = path.join(dataDir, 'dynamic.yaml')
  const values = Object.entries(TEMPORAL_TUNING).map(([name, value]) => [name, [{ value }]])
  writeFileSync(file, JSON.stringify(Object.fromEntries(values), null, 2))
  return file
}

function writeUiConfig(dataDir: string, { address, port, codecEndpoint }: UiConfig): void {
  const folder = path.join(dataDir, 'ui')
  mkdirSync(folder, { recursive: true })
  const config = {
    temporalGrpcAddress: address,
    host: '127.0.0.1',
    port,
    enableUi: true,
    defaultNamespace: NAMESPACE,
    cors: { allowOrigins: [`http://127.0.0.1:${port}`], cookieInsecure: true },
    codec: { endpoint: codecEndpoint, includeCredentials: true },
  }
  writeFileSync(path.join(folder, 'base.yaml'), JSON.stringify(config, null, 2))
}

interface UiConfig {
  address: string
  port: number
  codecEndpoint: string
}

/** Retries while the services find each other. */
async function prepareNamespace(address: string, signal: AbortSignal | undefined): Promise<void> {
  const { Connection } = await import('@temporalio/client')
  const { ensureNamespace, onceKnown } = await import('../providers/temporal/ensure-namespace.ts')
  const { registerSearchAttributes } = await import('../providers/temporal/index.ts')
  const deadline = Date.now() + START.timeoutMs
  for (;;) {
    try {
      const connection = await Connection.connect({ address, connectTimeout: 5_000 })
      try {
        await ensureNamespace(connection, { namespace: NAMESPACE, retentionDays: RETENTION_DAYS })
        await onceKnown(() => registerSearchAttributes(connection, NAMESPACE))
        return
      } finally {
        await connection.close()
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (Date.now() > deadline) throw error
      await sleep(200)
    }
  }
}

/** True once something listens there; undefined until then. */
function listens(port: number): Promise<true | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(undefined))
    socket.once('close', () => resolve(undefined))
    socket.once('connect', () => socket.destroy())
  })
}
