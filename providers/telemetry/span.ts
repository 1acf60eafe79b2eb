import {
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  trace,
  type Attributes,
  type Context,
  type Span,
  type SpanContext,
  type SpanKind,
} from '@opentelemetry/api'

export { SpanKind } from '@opentelemetry/api'

/** What a span may contain: ids and names from closed lists. {@link restrained} removes everything else. */
export interface SpanOptions {
  kind: SpanKind
  attributes?: Attributes
  /** W3C traceparent of the cause; by default the span in scope. Null starts a new trace. */
  parent?: string | null | undefined
  /** W3C traceparent of another cause. */
  link?: string | undefined
}

/** Set once by startTracing: tracing belongs to the process, as in OpenTelemetry itself. */
let tracing = false
export const tracingStarted = (): void => {
  tracing = true
}
export const tracingStopped = (): void => {
  tracing = false
}

/**
 * Runs work in a span, or just runs it if tracing is off. If it throws, the span records the class of the error
 * but not its message.
 */
export const inSpan = async <T>(
  name: string,
  { kind, attributes = {}, parent, link }: SpanOptions,
  work: (span?: Span) => Promise<T>,
): Promise<T> => {
  if (!tracing) return work()
  const linked = spanContextOf(link)
  const options = { kind, attributes, ...(linked && { links: [{ context: linked }] }) }
  const within = parent === undefined ? context.active() : contextOf(parent)
  return trace.getTracer('therapy-care').startActiveSpan(name, options, within, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      span.recordException(error instanceof Error ? error : String(error))
      span.setStatus({ code: 2 })
      throw error
    } finally {
      span.end()
    }
  })
}

/** W3C traceparent of the span in scope; undefined if tracing is off. */
export const currentTraceparent = (): string | undefined => {
  if (!tracing) return undefined
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent
}

/** The id of the trace in scope, for log lines. */
export const currentTraceId = (): string | undefined =>
  tracing ? trace.getActiveSpan()?.spanContext().traceId : undefined

export const isSameTrace = (one: string, other: string): boolean =>
  one.slice(0, TRACE_ID_END) === other.slice(0, TRACE_ID_END)

/** `00-<32 hexadecimal digits of the trace id>`-… */
const TRACE_ID_END = 35

const contextOf = (traceparent: string | null): Context =>
  traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent })

const spanContextOf = (traceparent: string | undefined): SpanContext | undefined => {
  if (traceparent === undefined) return undefined
  const found = trace.getSpanContext(contextOf(traceparent))
  return found && isSpanContextValid(found) ? found : undefined
}
