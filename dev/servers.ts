/** PostgreSQL, Temporal and a mail server for a platform: our own, or the real ones named in the environment. */
import path from 'node:path'

import { loadClientConnectConfig } from '@temporalio/envconfig'
import { Client } from 'pg'

import type { PlatformContext } from './context.ts'
import { codeOf, messageOf } from './errors.ts'
import { startMailCatcher, type MailCatcher } from './mail-catcher.ts'
import { freePort } from './ports.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'
import { keepRunning, type Kept } from './supervisor.ts'
import { startTemporal } from './temporal.ts'

export interface Database {
  ownerUrl: string
  /** Undefined for a real server, which we do not stop. */
  server: Kept<PostgresServer> | undefined
}

export interface TemporalService {
  address: string
  namespace: string
  /** Undefined if a real server's UI is unknown (TEMPORAL_UI_URL). */
  uiUrl: string | undefined
  /** Undefined for a real server, which we do not stop. */
  server: AsyncDisposable | undefined
  /** Of the development server, or of each process of a cluster. */
  pids: () => number | Record<string, number> | undefined
}

export const DEFAULT_PORTS = { temporal: 7233, temporalUi: 8233, smtp: 1025, mail: 8025 }

export async function openDatabase(context: PlatformContext): Promise<Database> {
  const real = process.env['DATABASE_URL']
  if (real) {
    await mustAnswer(real)
    return { ownerUrl: real, server: undefined }
  }
  const { run, dataDir, signal, say } = context
  const start = async () => {
    const server = await startPostgres({
      dataDir: path.join(dataDir, 'postgres'),
      port: run.port('postgres'),
      log: context.note,
      onSpawn: (pid) => run.spawned('postgres', pid),
      signal,
    })
    run.rememberPort('postgres', server.port)
    return server
  }
  const server = await keepRunning('PostgreSQL', start, say)
  return { ownerUrl: server.current.ownerUrl, server }
}

/** The variable that names a real Temporal server. */
export function realTemporal(): string | undefined {
  const names = ['TEMPORAL_ADDRESS', 'TEMPORAL_PROFILE', 'TEMPORAL_CONFIG_FILE']
  return names.find((name) => process.env[name])
}

export async function openTemporal(
  context: PlatformContext,
  codecEndpoint: string,
): Promise<TemporalService> {
  if (realTemporal()) {
    const { connectionOptions, namespace = 'default' } = loadClientConnectConfig()
    const { address = 'localhost:7233' } = connectionOptions
    const uiUrl = process.env['TEMPORAL_UI_URL']
    return { address, namespace, uiUrl, server: undefined, pids: () => undefined }
  }
  const { run, dataDir, signal, say } = context
  const start = async () => {
    const server = await startTemporal({
      dataDir: path.join(dataDir, 'temporal'),
      port: run.port('temporal') ?? DEFAULT_PORTS.temporal,
      uiPort: run.port('temporalUi') ?? DEFAULT_PORTS.temporalUi,
      codecEndpoint,
      log: context.note,
      onSpawn: (pid) => run.spawned('temporal', pid),
      signal,
    })
    run.rememberPort('temporal', server.port)
    run.rememberPort('temporalUi', server.uiPort)
    return server
  }
  const server = await keepRunning('Temporal', start, say)
  const { address, uiUrl } = server.current
  return { address, namespace: 'default', uiUrl, server, pids: () => server.current.pid }
}

export interface Mail {
  smtpUrl: string
  /** Undefined for a real mail server, unless TEXTING_URL is set. */
  textingUrl: string | undefined
  /** Undefined for a real server, which has no page. */
  server: MailCatcher | undefined
}

/** The mail server in SMTP_URL, or our own, which catches everything. */
export async function openMail({ run }: PlatformContext): Promise<Mail> {
  const real = process.env['SMTP_URL']
  const realTexting = process.env['TEXTING_URL']
  if (real) return { smtpUrl: real, textingUrl: realTexting, server: undefined }
  const smtpPort = await freePort(run.port('smtp') ?? DEFAULT_PORTS.smtp)
  const httpPort = await freePort(run.port('mail') ?? DEFAULT_PORTS.mail)
  const server = await startMailCatcher({ smtpPort, httpPort })
  run.rememberPort('smtp', smtpPort)
  run.rememberPort('mail', httpPort)
  return { smtpUrl: server.smtpUrl, textingUrl: realTexting ?? server.textingUrl, server }
}

async function mustAnswer(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    await client.end()
  } catch (error) {
    const why = messageOf(error) || codeOf(error) || 'no answer'
    throw new Error(`The PostgreSQL server of DATABASE_URL cannot be used: ${why}`, {
      cause: error,
    })
  }
}
