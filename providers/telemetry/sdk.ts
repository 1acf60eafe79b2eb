import { setTimeout as sleep } from 'node:timers/promises'
import {
  context,
  diag,
  DiagLogLevel,
  propagation,
  trace,
  type DiagLogger,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  type Resource,
} from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import type { Logger } from '../log/logger.ts'
import { restrained } from './restraint.ts'
import { tracingStarted, tracingStopped } from './span.ts'
import type { TracingConfig } from './variables.ts'

/** An unavailable collector does not delay a process that stops. */
const LONGEST_FLUSH_MS = 3_000
/** The maximum length of the SDK's own messages: the rest is a stack trace. */
const MAX_DIAGNOSTIC = 300

/**
 * The running SDK, for code that passes it on, such as Temporal's interceptors. Disposing it sends the
 * remaining spans.
 */
export interface Tracing extends AsyncDisposable {
  processor: SpanProcessor
  resource: Resource
}

/** Starts OpenTelemetry for this process. OTEL_SERVICE_NAME overrides the given name. */
export const startSdk = async (
  service: string,
  { protocol }: NonNullable<TracingConfig>,
  log: Logger,
): Promise<Tracing> => {
  diag.setLogger(diagnostics(log.child({ part: 'telemetry' })), DiagLogLevel.WARN)
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': service }))
    .merge(detectResources({ detectors: [envDetector] }))
  const processor = new BatchSpanProcessor(restrained(await createExporter(protocol)))
  const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  tracingStarted()
  return {
    processor,
    resource,
    async [Symbol.asyncDispose]() {
      tracingStopped()
      await Promise.race([provider.shutdown(), sleep(LONGEST_FLUSH_MS, undefined, { ref: false })])
      for (const api of [trace, propagation, context, diag]) api.disable()
    },
  }
}

const createExporter = async (protocol: string): Promise<SpanExporter> => {
  const { OTLPTraceExporter } = await (protocol === 'http/json'
    ? import('@opentelemetry/exporter-trace-otlp-http')
    : import('@opentelemetry/exporter-trace-otlp-proto'))
  return new OTLPTraceExporter()
}

/** Spans that could not be sent are lost. The log reports it, and nothing waits for the collector. */
const diagnostics = (log: Logger): DiagLogger => {
  const say = (level: 'warn' | 'error') => (message: string) =>
    log[level]({ said: message.slice(0, MAX_DIAGNOSTIC) }, 'tracing')
  const nothing = () => undefined
  return { error: say('error'), warn: say('warn'), info: nothing, debug: nothing, verbose: nothing }
}
