import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino'
import { createDestination } from './destination.ts'
import { errorFacts } from './error-facts.ts'

export type { Logger } from 'pino'

export interface LoggerOptions {
  process: 'api' | 'worker'
  level: string
  /** Standard error unless said otherwise: standard output is for `{"ready":true}`. */
  destination?: DestinationStream
}

/** JSON lines of ids, names from closed lists and figures. Errors are reduced to their facts. */
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
