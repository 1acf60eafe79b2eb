import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino'
import { createDestination } from './destination.ts'
import { errorFacts } from './error-facts.ts'

export type { Logger } from 'pino'

export interface LoggerOptions {
  process: 'api' | 'worker'
  level: string
  /** Defaults to standard error, because standard output is reserved for `{"ready":true}`. */
  destination?: DestinationStream
}

/** Logs JSON lines of ids, names from closed lists, and numbers. Errors are reduced to their facts. */
export const createLogger = ({ process, level, destination }: LoggerOptions): Logger =>
  pino(
    {
      level,
      base: { process },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorFacts },
    },
    destination ?? createDestination(2),
  )
