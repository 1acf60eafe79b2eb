/** An OTLP/HTTP collector: a real server that decodes exported JSON. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { buffer } from 'node:stream/consumers'

export interface CollectedSpan {
  service: string
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Record<string, unknown>
  links: { traceId: string; spanId: string }[]
}

export interface Collector extends AsyncDisposable {
  url: string
  spans: readonly CollectedSpan[]
  /** Every received body. */
  bodies: readonly string[]
}

interface Value {
  stringValue?: string
  intValue?: number | string
  boolValue?: boolean
}
interface Attribute {
  key: string
  value: Value
}
interface OtlpSpan extends Omit<CollectedSpan, 'attributes' | 'service' | 'links'> {
  attributes?: Attribute[]
  links?: CollectedSpan['links']
}
interface Otlp {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: OtlpSpan[] }[]
  }[]
}

export const startCollector = async (): Promise<Collector> => {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const read =
      request.headers['content-encoding'] === 'gzip'
        ? buffer(request).then((bytes) => gunzipSync(bytes).toString())
        : text(request)
    void read.then((body) => {
      bodies.push(body)
      spans.push(...spansOf(JSON.parse(body) as Otlp))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const spansOf = ({ resourceSpans }: Otlp): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes = [], links = [], parentSpanId, ...span }) => ({
        ...span,
        ...(parentSpanId && { parentSpanId }),
        service: String(valuesOf(resource.attributes)['service.name']),
        attributes: valuesOf(attributes),
        links,
      })),
    ),
  )

const valuesOf = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
