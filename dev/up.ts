/** Entry point of bin/up: starts the platform, shows it, and stops it on Ctrl-C or SIGTERM. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'

import { runDemo } from './demo.ts'
import { demoClient } from './demo-client.ts'
import { teachDemoAssistant } from './demo-knowledge.ts'
import { messageOf } from './errors.ts'
import { followLogs } from './follow-logs.ts'
import { readJson } from './files.ts'
import { parseOptions, type UpOptions } from './options.ts'
import { root } from './paths.ts'
import { startPlatform, type Platform } from './platform.ts'
import { createProgress, elapsed, paint } from './progress.ts'
import { RunFile } from './run-file.ts'

/**
 * When the user started bin/up, which passes the time in seconds, because it may install things before this
 * process starts.
 */
const begun =
  Number(process.env['BIN_UP_STARTED_AT']) * 1000 ||
  Date.now() - Math.round(process.uptime() * 1000)
delete process.env['BIN_UP_STARTED_AT']

try {
  await up(parseOptions(process.argv.slice(2)))
  process.exit(0)
} catch (error) {
  const trace = process.env['DEBUG'] && error instanceof Error ? `\n${error.stack}` : ''
  process.stderr.write(`\nbin/up: ${messageOf(error)}${trace}\n`)
  process.exit(1)
}

async function up(options: UpOptions): Promise<void> {
  const stopping = new AbortController()
  const out = options.json ? process.stderr : process.stdout
  const progress = createProgress(out)
  const say = (line: string) => progress.line(`${paint(out, 'yellow', '!')} ${line}`)

  mkdirSync(options.dataDir, { recursive: true })
  const run = await RunFile.claim(options.dataDir, say)
  onStopSignals(stopping, run)
  // The reader of our output may be gone (`bin/up | head`): keep running.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  progress.line(paint(out, 'bold', `\nTherapy Care Platform ${version()}`))

  try {
    await using stack = new AsyncDisposableStack()
    stack.defer(() => run.release())
    stack.defer(() => stopping.abort())
    const context = {
      dataDir: options.dataDir,
      run,
      signal: stopping.signal,
      cancel: () => stopping.abort(),
      say,
      note: progress.note,
    }
    const platform = await startPlatform(options, context, { stack, progress })
    // The platform starts even if the demo centre is suspended.
    const demo = demoOf(platform)
    if (!options.demo) await demo.catch((error) => say(`The demo centre: ${messageOf(error)}`))
    if (options.json) process.stdout.write(`${JSON.stringify(summary(platform))}\n`)
    else await present(platform, options, { stack, demo })
    if (options.logs) await followLogs(logsDir(options), out, stopping.signal)
    await aborted(stopping.signal)
    progress.line(`\nStopping. The data stays in ${options.dataDir}`)
  } catch (error) {
    if (!stopping.signal.aborted || !isAbort(error)) throw error
  }

  async function present(
    platform: Platform,
    { demo: isShown }: UpOptions,
    { stack, demo }: { stack: AsyncDisposableStack; demo: ReturnType<typeof demoOf> },
  ) {
    progress.line(`\nReady in ${elapsed(Date.now() - begun)}`)
    for (const [name, value] of addresses(platform)) progress.line(`  ${name.padEnd(18)}${value}`)
    progress.line('  For the quickstart and the guides, in a second terminal:')
    progress.line(`export ${variables(platform).join(' ')}`)
    if (isShown) {
      const { signal } = stopping
      await runDemo(platform, { stack, out, progress, signal, ...(await demo) })
    }
    progress.line(paint(out, 'dim', `Logs: ${logsDir(options)}. Ctrl-C stops everything.`))
  }
}

/** The first signal requests an orderly stop; the second does not wait for it. */
function onStopSignals(stopping: AbortController, run: RunFile): void {
  const stop = () => {
    if (stopping.signal.aborted) {
      run.killAll()
      process.exit(130)
    }
    stopping.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}

/** The demo centre's API, and its assistant with its documents. */
async function demoOf({ apis, credentials }: Platform) {
  const client = await demoClient(apis[0] ?? '', credentials)
  return { client, assistant: await teachDemoAssistant(client) }
}

function logsDir({ dataDir }: UpOptions): string {
  return path.join(dataDir, 'logs')
}

function summary({ apis, temporal, mail, database, credentials, signIn, pids }: Platform) {
  return {
    api: apis[0],
    ...(apis.length > 1 && { apis }),
    temporalUi: temporal.uiUrl ?? null,
    mail: mail.server?.url ?? null,
    temporalAddress: temporal.address,
    databaseUrl: database.ownerUrl,
    ...credentials,
    signIn: Object.fromEntries(signIn.map(({ role, url }) => [role, url])),
    pids: pids(),
  }
}

function addresses({ apis, temporal, mail, operatorSignIn, signIn }: Platform): [string, string][] {
  return [
    ...apis.map((api, index): [string, string] => [
      index === 0 ? 'API' : '',
      index === 0 ? `${api}, reference ${api}/docs` : api,
    ]),
    ['Temporal UI', temporal.uiUrl ?? `unknown (set TEMPORAL_UI_URL); server ${temporal.address}`],
    ['', `payloads: bin/therapy operator token --name me@example.org, then ${operatorSignIn}`],
    ...(mail.server ? [['Caught e-mail', mail.server.url] as [string, string]] : []),
    ...signIn.map(({ role, url }, index): [string, string] => [
      index === 0 ? 'Sign in, once' : '',
      `as ${role}: ${url}`,
    ]),
  ]
}

/** The variables that the guides use. */
function variables({ apis, temporal, mail, credentials }: Platform): string[] {
  const { clientId, clientSecret } = credentials
  return [
    `API=${apis[0]}`,
    `CLIENT_ID=${clientId}`,
    `CLIENT_SECRET=${clientSecret}`,
    ...(mail.server ? [`MAIL=${mail.server.url}`] : []),
    ...(temporal.uiUrl ? [`TEMPORAL_UI=${temporal.uiUrl}`] : []),
  ]
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  // An event listener alone does not keep a process alive.
  const alive = setInterval(() => {}, 60_000)
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  clearInterval(alive)
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

function version(): string {
  const { version: current } = readJson(path.join(root, 'package.json')) as { version: string }
  return current
}
