import type { Logger } from '../log/logger.ts'
import type { Tracing } from './sdk.ts'
import type { TemporalTracing } from './temporal.ts'
import type { TracingConfig } from './variables.ts'

export { currentTraceId, currentTraceparent, inSpan, isSameTrace, SpanKind } from './span.ts'
export { tracingConfig, type TracingConfig } from './variables.ts'
export type { Tracing } from './sdk.ts'
export type { TemporalTracing } from './temporal.ts'

/** Starts tracing if it is configured. Otherwise nothing of the SDK is loaded. */
export const startTracing = async (
  service: string,
  config: TracingConfig,
  log: Logger,
): Promise<Tracing | undefined> =>
  config && (await import('./sdk.ts')).startSdk(service, config, log)

/** The part for Temporal, used by the worker. */
export const temporalTracing = async (
  tracing: Tracing | undefined,
): Promise<TemporalTracing | undefined> =>
  tracing && (await import('./temporal.ts')).traceTemporal(tracing)
