import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { Runtime, type Logger as TemporalLogger, type LogLevel } from '@temporalio/worker'
import type { Logger } from '../providers/log/logger.ts'

const PINO_LEVEL = {
  TRACE: 'trace',
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warn',
  ERROR: 'error',
} as const

/**
 * Sends the SDK's own log lines to ours, has its metrics measured where ours are served, and leaves
 * signals to our main. Once per process.
 */
export const installTemporalRuntime = async (
  log: Logger,
  { measured }: { measured: boolean },
): Promise<{ metrics?: () => Promise<string> }> => {
  const bindAddress = measured ? `127.0.0.1:${await freePort()}` : undefined
  Runtime.install({
    logger: temporalLogger(log.child({ part: 'temporal' })),
    shutdownSignals: [],
    telemetryOptions: {
      logging: { forward: {}, filter: 'temporalio_sdk_core=WARN,temporalio_client=WARN' },
      ...(bindAddress && {
        metrics: {
          attachServiceName: false,
          prometheus: {
            bindAddress,
            countersTotalSuffix: true,
            unitSuffix: true,
            useSecondsForDurations: true,
          },
        },
      }),
    },
  })
  return bindAddress ? { metrics: () => readMetrics(bindAddress) } : {}
}

const temporalLogger = (log: Logger): TemporalLogger => {
  const write = (level: LogLevel, message: string, meta?: object) =>
    log[PINO_LEVEL[level]](scalars(meta), message)
  return {
    log: write,
    trace: (message, meta) => write('TRACE', message, meta),
    debug: (message, meta) => write('DEBUG', message, meta),
    info: (message, meta) => write('INFO', message, meta),
    warn: (message, meta) => write('WARN', message, meta),
    error: (message, meta) => write('ERROR', message, meta),
  }
}

/** Workflow and activity context is ids; what is nested, or only for the server, stays out. */
const scalars = (meta: object | undefined) => {
  const entries = Object.entries(meta ?? {}).map(([name, value]: [string, unknown]) =>
    value instanceof Error ? (['err', value] as const) : ([name, value] as const),
  )
  return Object.fromEntries(
    entries.filter(
      ([name, value]) => name === 'err' || (typeof value !== 'object' && name !== 'taskToken'),
    ),
  )
}

/** The SDK's core insists on a server of its own; it does not say which port 0 became. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Nothing when the core does not answer: our own metrics are answered all the same. */
const readMetrics = async (address: string): Promise<string> => {
  try {
    const signal = AbortSignal.timeout(1_000)
    const response = await fetch(`http://${address}/metrics`, { signal })
    return response.ok ? await response.text() : ''
  } catch {
    return ''
  }
}
