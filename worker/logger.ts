import { Runtime, type Logger as TemporalLogger, type LogLevel } from '@temporalio/worker'
import { pino, type Logger } from 'pino'

/** JSON lines on standard error; standard output is for `{"ready":true}`. */
export const createLogger = (level: string): Logger =>
  pino({ level, base: { process: 'worker' } }, pino.destination(2))

const PINO_LEVEL = {
  TRACE: 'trace',
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warn',
  ERROR: 'error',
} as const

/** Sends the SDK's own log lines to ours, and leaves signals to our main. Once per process. */
export const installTemporalRuntime = (log: Logger): void => {
  const temporal = log.child({ part: 'temporal' })
  const write = (level: LogLevel, message: string, meta?: object) =>
    temporal[PINO_LEVEL[level]](withoutSecrets(meta), message)
  const logger: TemporalLogger = {
    log: write,
    trace: (message, meta) => write('TRACE', message, meta),
    debug: (message, meta) => write('DEBUG', message, meta),
    info: (message, meta) => write('INFO', message, meta),
    warn: (message, meta) => write('WARN', message, meta),
    error: (message, meta) => write('ERROR', message, meta),
  }
  Runtime.install({
    logger,
    shutdownSignals: [],
    telemetryOptions: {
      logging: { forward: {}, filter: 'temporalio_sdk_core=WARN,temporalio_client=WARN' },
    },
  })
}

/** Workflow context is ids; everything else that is nested stays out. */
const withoutSecrets = (meta: object | undefined) => {
  const entries = Object.entries(meta ?? {}).map(([name, value]: [string, unknown]) =>
    value instanceof Error ? (['err', value] as const) : ([name, value] as const),
  )
  return Object.fromEntries(
    entries.filter(([name, value]) => name === 'err' || typeof value !== 'object'),
  )
}
