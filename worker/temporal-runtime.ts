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
 * Forwards the log lines of the SDK to our log and its metrics to our metrics, and leaves signals to our main.
 * Once per process.
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

/** The ids in workflow and activity context; omits nested values and those for the server only. */
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

/** The SDK's core needs its own server, and does not report the port it got for 0. */
const freePort = async (): Promise<number> => {
  // A process that still looks for the port's last owner may connect, and the server closes only without connections.
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Empty if the core does not respond: our own metrics are still served. */
const readMetrics = async (address: string): Promise<string> => {
  try {
    const signal = AbortSignal.timeout(1_000)
    const response = await fetch(`http://${address}/metrics`, { signal })
    return response.ok ? await response.text() : ''
  } catch {
    return ''
  }
}
