/** Runs a Temporal development server with its UI: `startTemporal({ dataDir })`. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'

import { startChild, whenReady, type Running } from './child.ts'
import { freePort } from './ports.ts'
import { temporalCli } from './temporal-cli.ts'
import { TEMPORAL_TUNING } from './temporal-tuning.ts'
import { startTemporalUi } from './temporal-ui.ts'

/** Attributes by which operators filter workflows. Never personal data. */
const SEARCH_ATTRIBUTES = {
  TenantId: 'Keyword',
  SubjectType: 'Keyword',
  SubjectId: 'Keyword',
  ChildId: 'Keyword',
  Kind: 'Keyword',
  WaitingOn: 'Keyword',
  NextStepAt: 'Datetime',
  Agent: 'Keyword',
  AgentVersion: 'Int',
} as const

/**
 * With a write-ahead log, as durable, a workflow takes the server 11 instead of 15 ms of processor time to start
 * (November 2026, server 1.32).
 */
const JOURNAL = ['--sqlite-pragma', 'journal_mode=wal']

export interface TemporalOptions {
  /** Contains `temporal.db` and `temporal.log`. */
  dataDir: string
  /** If true, workflows are lost when the server stops. For tests. */
  inMemory?: boolean
  /** Preferred ports. Other free ports are used if they are taken. */
  port?: number | undefined
  uiPort?: number | undefined
  headless?: boolean
  /** Where the UI sends payloads for decryption: an API's `/codec` on the UI's own host. */
  codecEndpoint?: string | undefined
  searchAttributes?: Readonly<Record<string, string>>
  log?: (line: string) => void
  onSpawn?: (pid: number) => void
  signal?: AbortSignal | undefined
}

export interface TemporalServer extends Running {
  /** host:port of the gRPC frontend. */
  readonly address: string
  readonly port: number
  readonly uiPort: number
  /** The address of the UI; undefined if it is headless. */
  readonly uiUrl: string | undefined
}

/** How often a start is attempted if another process takes one of its ports meanwhile. */
const ATTEMPTS = 4

/**
 * The server chooses further ports itself and listens on them a second later; by then another process may have
 * one. It is then restarted with other ports.
 */
export async function startTemporal(options: TemporalOptions): Promise<TemporalServer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(options)
    } catch (error) {
      if (!(error instanceof PortTaken) || attempt === ATTEMPTS) throw error
      options.log?.('a port of the Temporal server was taken during its start: trying once more')
    }
  }
}

class PortTaken extends Error {
  override readonly name = 'PortTaken'
}

async function startOnce(options: TemporalOptions): Promise<TemporalServer> {
  const {
    headless = false,
    codecEndpoint,
    searchAttributes = SEARCH_ATTRIBUTES,
    log,
    signal,
  } = options
  const cli = await temporalCli({ ...(log && { log }), signal })
  const dir = options.dataDir
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const [port, uiPort, httpPort, metricsPort] = [
    await freePort(options.port),
    await freePort(options.uiPort),
    await freePort(),
    await freePort(),
  ]
  const ownUiPort = codecEndpoint ? await freePort() : uiPort
  const child = await startChild({
    command: cli,
    args: [
      ['server', 'start-dev', '--ip', '127.0.0.1', '--port', `${port}`, '--log-level', 'warn'],
      ['--http-port', `${httpPort}`, '--metrics-port', `${metricsPort}`],
      headless ? ['--headless'] : ['--ui-port', `${ownUiPort}`],
      codecEndpoint ? ['--ui-codec-endpoint', codecEndpoint] : [],
      options.inMemory ? [] : ['--db-filename', path.join(dir, 'temporal.db'), ...JOURNAL],
      Object.entries(TEMPORAL_TUNING).map(
        ([name, value]) => `--dynamic-config-value=${name}=${value}`,
      ),
      Object.entries(searchAttributes).map(([name, type]) => `--search-attribute=${name}=${type}`),
    ].flat(),
    cwd: dir,
    logFile: path.join(dir, 'temporal.log'),
    env: environmentWithoutTemporal(),
    onSpawn: options.onSpawn,
  })
  const ask = () => hasSearchAttributes(httpPort, Object.keys(searchAttributes))
  await whenReady(child, ask, { what: 'Temporal', timeoutMs: 60_000, signal }).catch(
    (error: Error) => {
      const isPortTaken = child.output().includes('address already in use')
      throw isPortTaken ? new PortTaken(error.message, { cause: error }) : error
    },
  )
  const server = { ...child, address: `127.0.0.1:${port}`, port, uiPort }
  if (headless) return { ...server, uiUrl: undefined }
  const uiUrl = `http://127.0.0.1:${uiPort}`
  if (!codecEndpoint) return { ...server, uiUrl }
  const ui = await startTemporalUi(uiPort, `http://127.0.0.1:${ownUiPort}`)
  void child.exited.then(() => ui[Symbol.asyncDispose]())
  return { ...server, uiUrl }
}

/** This process's environment without TEMPORAL_* variables, which concern another server. */
export function environmentWithoutTemporal(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith('TEMPORAL_'))
  return Object.fromEntries(entries)
}

/** The attributes are registered last, so a server that lists them is ready. */
async function hasSearchAttributes(httpPort: number, names: string[]): Promise<true | undefined> {
  try {
    const url = `http://127.0.0.1:${httpPort}/cluster/namespaces/default/search-attributes`
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    if (!answer.ok) return undefined
    const { customAttributes = {} } = (await answer.json()) as {
      customAttributes?: Record<string, string>
    }
    return names.every((name) => name in customAttributes) ? true : undefined
  } catch {
    return undefined
  }
}
