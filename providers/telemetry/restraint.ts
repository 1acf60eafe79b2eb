import type { ExportResult } from '@opentelemetry/core'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base'

/** The attributes that a span may carry: ids, names from closed lists, counts. All others are removed. */
const ALLOWED_ATTRIBUTES: ReadonlySet<string> = new Set([
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'therapy.operation',
  'therapy.request_id',
  'therapy.tenant_id',
  'therapy.subject_id',
  'therapy.workflow',
  'therapy.event_id',
  'therapy.event_type',
  'therapy.endpoint_id',
  'therapy.delivery_id',
  'therapy.attempt',
  'therapy.outcome',
  'therapy.reason',
  // Set by @temporalio/interceptors-opentelemetry-v2
  'run_id',
  'temporalWorkflowId',
  'temporalActivityId',
  // Set by its workflow spans
  'workflowId',
  'runId',
  'workflowType',
  'taskQueue',
  'namespace',
  // Set for exceptions. Their messages and stacks may quote records.
  'exception.type',
])

/**
 * An exporter that passes only allowed attributes, whichever library created the span. A list of forbidden ones
 * would have to foresee every message that quotes a name.
 */
export const restrained = (exporter: SpanExporter): SpanExporter => ({
  export: (spans: ReadableSpan[], done: (result: ExportResult) => void) =>
    exporter.export(spans.map(restrain), done),
  forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  shutdown: () => exporter.shutdown(),
})

/** Spans have getters and methods, so a copy by spreading would lose half of them. */
const restrain = (span: ReadableSpan): ReadableSpan =>
  Object.create(span, {
    attributes: { value: allowed(span.attributes), enumerable: true },
    events: {
      value: span.events.map((event) => ({
        ...event,
        attributes: allowed(event.attributes ?? {}),
      })),
      enumerable: true,
    },
    links: {
      value: span.links.map((link) => ({ ...link, attributes: allowed(link.attributes ?? {}) })),
      enumerable: true,
    },
    status: { value: { code: span.status.code }, enumerable: true },
  }) as ReadableSpan

const allowed = (attributes: ReadableSpan['attributes']): ReadableSpan['attributes'] =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => ALLOWED_ATTRIBUTES.has(name)))
