/** Runs a real PostgreSQL server in a folder: `startPostgres({ dataDir })`. */
import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { Client } from 'pg'

import { startChild, whenReady, type Running } from './child.ts'
import { codeOf } from './errors.ts'
import { keepSecret, readIfThere, writePrivate } from './files.ts'
import { freePort } from './ports.ts'
import { asAccount, postgresAccount, type PostgresAccount } from './postgres-account.ts'
import { postgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { identify, stopProcess, type ProcessIdentity } from './processes.ts'

export interface PostgresOptions {
  /** Contains `cluster/`, the superuser's `password` (0600) and `postgres.log`. */
  dataDir: string
  /** The preferred port. Another free one is used if it is taken. */
  port?: number | undefined
  /** If false, fsync is off: twice as fast, but nothing survives a crash of the machine. For tests. */
  durable?: boolean
  /** Created if missing. `ownerUrl` connects to it. */
  database?: string
  log?: (line: string) => void
  onSpawn?: (pid: number) => void
  signal?: AbortSignal | undefined
}

export interface PostgresServer extends Running {
  /** Connects as the superuser, who owns the database. For migrations only. */
  readonly ownerUrl: string
  readonly port: number
}

export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { dataDir, database = 'therapy', durable = true, log = () => {}, signal } = options
  const binaries = await postgresBinaries()
  const account = postgresAccount()
  const cluster = path.join(dataDir, 'cluster')
  const password = keepSecret(path.join(dataDir, 'password'))
  await stopLeftover(cluster, log)
  if (!existsSync(cluster)) await createCluster(binaries, account, cluster, password)
  else if (account) giveTo(account, cluster)

  const port = await freePort(options.port)
  const child = await startChild({
    ...asAccount(account, binaries.postgres, serverArguments(cluster, port, durable), cluster),
    cwd: cluster,
    logFile: path.join(dataDir, 'postgres.log'),
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    stop: FAST_THEN_IMMEDIATE,
    onSpawn: options.onSpawn,
  })
  const url = (name: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/${name}`
  await whenReady(child, () => ensureDatabase(url('postgres'), database), {
    what: 'PostgreSQL',
    timeoutMs: 60_000,
    signal,
  })
  return { ...child, port, ownerUrl: url(database) }
}

/** SIGINT ends sessions and stops; SIGTERM would wait for every client to disconnect. */
const FAST_THEN_IMMEDIATE = [
  ['SIGINT', 15_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const

function serverArguments(cluster: string, port: number, durable: boolean): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    log_lock_waits: 'on',
    log_min_messages: 'warning',
    // Deadlocks and other errors are logged by name, never with the values of the rows involved.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...(durable
      ? // Tables filled by an import are analyzed soon (prisma/README.md).
        { autovacuum_naptime: '15s' }
      : {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          wal_level: 'minimal',
          max_wal_senders: 0,
        }),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', cluster, '-p', String(port), ...flags]
}

async function createCluster(
  binaries: PostgresBinaries,
  account: PostgresAccount | undefined,
  cluster: string,
  password: string,
): Promise<void> {
  // Created beside its final place and then renamed, so that a killed start leaves nothing half done.
  const fresh = `${cluster}.new`
  const passwordFile = `${cluster}.password`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true, mode: 0o700 })
  writePrivate(passwordFile, `${password}\n`)
  if (account) for (const it of [fresh, passwordFile]) chownSync(it, account.uid, account.gid)
  const args = [
    ['-D', fresh, '-U', 'postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
    ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ['--no-sync'],
  ].flat()
  const { command, args: all, ...as } = asAccount(account, binaries.initdb, args, fresh)
  try {
    await promisify(execFile)(command, all, {
      ...as,
      cwd: fresh,
      env: { ...process.env, LC_ALL: 'C' },
    })
  } finally {
    rmSync(passwordFile, { force: true })
  }
  chmodSync(fresh, 0o700)
  renameSync(fresh, cluster)
}

/** A cluster that was restored from a backup or copied may belong to another account. */
function giveTo({ uid, gid }: PostgresAccount, cluster: string): void {
  if (statSync(cluster).uid === uid) return
  chownSync(cluster, uid, gid)
  for (const entry of readdirSync(cluster, { recursive: true, withFileTypes: true }))
    lchownSync(path.join(entry.parentPath, entry.name), uid, gid)
}

/** True once the server responds and has the database; undefined while it is starting. */
async function ensureDatabase(adminUrl: string, database: string): Promise<true | undefined> {
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const found = await client.query('select 1 from pg_database where datname = $1', [database])
    if (found.rowCount === 0) {
      await client.query(`create database ${client.escapeIdentifier(database)}`)
    }
    return true
  } catch (error) {
    const code = codeOf(error)
    // 57P03: starting up or recovering. Any other error means that the server has started.
    if (code === 'ECONNREFUSED' || code === '57P03' || code === undefined) return undefined
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * A start that was killed leaves its server running, or a `postmaster.pid` whose pid now belongs to another
 * process. The server is stopped; the stale file is removed, because PostgreSQL would refuse to start.
 */
async function stopLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const lockFile = path.join(cluster, 'postmaster.pid')
  const pid = Number(readIfThere(lockFile)?.split('\n')[0])
  const running = pid > 0 ? identify(pid) : undefined
  if (!running) return
  if (!servesCluster(running, cluster)) return rmSync(lockFile, { force: true })
  log(`stopping PostgreSQL of an earlier run (process ${pid})`)
  await stopProcess(running, FAST_THEN_IMMEDIATE)
  await sleep(50)
}

/** A server's working directory is the folder of its cluster, even if it was started by another path. */
function servesCluster({ pid }: ProcessIdentity, cluster: string): boolean {
  try {
    if (existsSync('/proc')) return realpathSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    const command = execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
    return command.includes('postgres')
  } catch {
    return false
  }
}
