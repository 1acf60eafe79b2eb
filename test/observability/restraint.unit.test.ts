import { SpanStatusCode } from '@opentelemetry/api'
import { emptyResource } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { expect, test } from 'vitest'
import { restrained } from '../../providers/telemetry/restraint.ts'

const MARKER = 'Qxvmarker'

test('only allowed attributes leave the process, whatever a library adds to a span', async () => {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({
    resource: emptyResource(),
    spanProcessors: [new SimpleSpanProcessor(restrained(exporter))],
  })
  const tracer = provider.getTracer('test')
  const linked = tracer.startSpan('other')
  const span = tracer.startSpan('RunActivity:x', {
    links: [{ context: linked.spanContext(), attributes: { note: MARKER } }],
    attributes: { 'therapy.attempt': 2, 'url.full': `https://x/?name=${MARKER}` },
  })
  span.recordException(new TypeError(`Not a date: "${MARKER}"`))
  span.addEvent('said', { what: MARKER })
  span.setStatus({ code: SpanStatusCode.ERROR, message: MARKER })
  span.end()
  await provider.forceFlush()

  const [sent] = exporter.getFinishedSpans()
  expect(sent).toMatchObject({
    name: 'RunActivity:x',
    attributes: { 'therapy.attempt': 2 },
    status: { code: SpanStatusCode.ERROR },
  })
  expect(sent!.attributes).not.toHaveProperty('url.full')
  expect(sent!.events.map(({ attributes }) => attributes)).toEqual([
    { 'exception.type': 'TypeError' },
    {},
  ])
  expect(sent!.links).toMatchObject([{ context: linked.spanContext(), attributes: {} }])
  const { attributes, events, links, status, name } = sent!
  expect(JSON.stringify({ attributes, events, links, status, name })).not.toContain(MARKER)
})
