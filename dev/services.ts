/** The API and worker processes: their environment, how they start, and when they are ready. */
import { bundled, type Entry } from '../build/processes.ts'
import { startChild, whenReady, type Running } from './child.ts'
import { cacheDir, root } from './paths.ts'
import { freePort } from './ports.ts'

/**
 * Node flags for our processes. Requests leave little garbage, so a small young generation is enough: a third
 * less memory at the same throughput. The Dockerfile uses the same.
 */
export const NODE_FLAGS = ['--max-semi-space-size=8']

/**
 * Saves memory, as in the Dockerfile. A process that finds compiled code in the cache never loads the
 * TypeScript compiler: 20 MB less, and a faster start. Two glibc arenas instead of one per thread save another
 * 20 MB.
 */
export const PROCESS_ENV = { NODE_COMPILE_CACHE: cacheDir('compiled'), MALLOC_ARENA_MAX: '2' }

export interface ServiceOptions {
  name: string
  entry: Entry
  /** The API's port. A worker has none. */
  port?: number
  /** The port for /metrics; any free port if omitted. */
  metricsPort?: number
  env: NodeJS.ProcessEnv
  logFile: string
  onSpawn: (pid: number) => void
  signal?: AbortSignal | undefined
}

/** A start compiles and connects for seconds, or for minutes on a busy machine. */
const START = { timeoutMs: 60_000, longestMs: 600_000 }

/** Starts one process. Returns when it reports that it is ready and, if it has a port, is healthy. */
export async function startService(options: ServiceOptions): Promise<Running> {
  const { name, entry, port, signal } = options
  const metricsPort = options.metricsPort ?? (await freePort())
  const child = await startChild({
    command: process.execPath,
    args: [...NODE_FLAGS, await bundled(entry)],
    cwd: root,
    logFile: options.logFile,
    // On one machine, nothing balances load between processes.
    env: {
      ...PROCESS_ENV,
      STOP_DELAY_SECONDS: '0',
      ...options.env,
      METRICS_PORT: `${metricsPort}`,
      ...(port && { PORT: `${port}` }),
    },
    onSpawn: options.onSpawn,
  })
  const ask = async () =>
    (saysReady(child.output()) && (!port || (await isHealthy(port)))) || undefined
  await whenReady(child, ask, { what: name, ...START, signal })
  return { ...child, isHealthy: () => isHealthy(port ?? metricsPort) }
}

function saysReady(output: string): boolean {
  return output.split('\n').some((line) => /^\{"ready":true[,}]/.test(line))
}

const HEALTH_TIMEOUT_MS = 5_000

async function isHealthy(port: number): Promise<boolean> {
  try {
    const url = `http://127.0.0.1:${port}/healthz`
    const answer = await fetch(url, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}
