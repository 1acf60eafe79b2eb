/** A platform run by `bin/up` on a folder, as processes that a drill can kill. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseEnv } from 'node:util'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { openPlatform } from '#registry/open-platform.ts'
import { root } from '../../dev/paths.ts'
import { RunFile } from '../../dev/run-file.ts'
import { environmentWithoutTemporal } from '../../dev/temporal.ts'
import { query } from './site.ts'

export interface Folder extends AsyncDisposable {
  readonly dir: string
  readonly platform: OpenPlatform
  readonly apis: readonly { url: string }[]
  readonly env: Readonly<Record<string, string>>
  /** Runs one statement as the owner of the database. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** Kills all its processes with kill -9. */
  kill(): Promise<void>
}

/** Variables that would make bin/up use other servers. */
const ELSEWHERE =
  /^(DATABASE_URL|APP_DATABASE_URL|SYSTEM_DATABASE_URL|ENCRYPTION_KEYS|FILES_LOCATION)$/
/** Drills exceed the limit of calls per minute and wake waiting work immediately. */
const WITHOUT_LIMIT = { TENANT_RATE_LIMIT_PER_MINUTE: '1000000' }

export const startFolder = async (dir: string): Promise<Folder> => {
  const own = Object.entries(environmentWithoutTemporal()).filter(([name]) => !ELSEWHERE.test(name))
  const up = spawn(process.execPath, [path.join(root, 'dev/up.ts'), '--json', '--data', dir], {
    env: { ...Object.fromEntries(own), ...WITHOUT_LIMIT },
  })
  let said = ''
  up.stderr.on('data', (chunk) => (said += String(chunk)))
  const exited = once(up, 'exit')
  const lines = createInterface(up.stdout)
  const [line] = (await Promise.race([once(lines, 'line'), exited])) as [unknown]
  if (typeof line !== 'string') throw new Error(`bin/up did not start:\n${said}`)
  const { api, databaseUrl } = JSON.parse(line) as { api: string; databaseUrl: string }
  const env = parseEnv(readFileSync(path.join(dir, 'env'), 'utf8')) as Record<string, string>
  const platform = openPlatform({
    appUrl: env['APP_DATABASE_URL']!,
    systemUrl: env['SYSTEM_DATABASE_URL']!,
    encryptionKeys: env['ENCRYPTION_KEYS']!,
    filesLocation: env['FILES_LOCATION']!,
    webhookAllowedRanges: ['127.0.0.0/8'],
    poolSize: 4,
    // The drill stops the server underneath it.
    onIdleError: () => undefined,
  })
  const end = async (signal: NodeJS.Signals) => {
    if (up.exitCode === null && up.signalCode === null) up.kill(signal)
    await exited
  }
  return {
    dir,
    platform,
    apis: [{ url: api }],
    env,
    query: (text, values) => query(databaseUrl, text, values),
    async kill() {
      await end('SIGKILL')
      await RunFile.stopIfAbandoned(dir, () => undefined)
    },
    async [Symbol.asyncDispose]() {
      await platform[Symbol.asyncDispose]()
      await end('SIGTERM')
    },
  }
}

interface Said {
  code: number
  stdout: string
  stderr: string
}

/** `therapy`, as bin/therapy starts it for a folder, or without one. */
export const therapy = (folder: Folder | undefined, ...args: readonly string[]): Promise<Said> => {
  const data = folder ? ['--data', folder.dir] : []
  const env = { PATH: process.env['PATH'] ?? '', ...folder?.env }
  const { promise, resolve } = Promise.withResolvers<Said>()
  execFile(
    process.execPath,
    [path.join(root, 'cli/main.ts'), ...data, ...args],
    { env, cwd: root },
    (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
  )
  return promise
}
