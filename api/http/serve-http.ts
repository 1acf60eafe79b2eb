import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { Services } from '../services.ts'
import { rateLimitHeaders, SECURITY_HEADERS } from './headers.ts'
import { problemOf } from './problem.ts'
import { untouchedQuota } from './rate-limit.ts'

/** Options of the server. A request without Host is refused below, in the usual format. */
export const HTTP_OPTIONS = { requireHostHeader: false }

/** Serves the application. If Node's parser refuses a request, the response has the application's format. */
export const serveHttp = (
  server: Server,
  fetch: Parameters<typeof getRequestListener>[0],
  services: Services,
): void => {
  const serve = getRequestListener(fetch)
  const latest = new WeakMap<Duplex, ServerResponse>()
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    latest.set(incoming.socket, outgoing)
    if (incoming.headers.host !== undefined) return void serve(incoming, outgoing)
    const { status, headers, body } = refusal(services, withoutHost())
    outgoing.writeHead(status, headers).end(body)
  }
  server.on('request', answer)
  // An expectation other than 100-continue may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', answer)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const response = latest.get(socket)
    const isAnswering = response?.headersSent === true && !response.writableEnded
    if (!socket.writable || isAnswering || error.code === 'ECONNRESET') return socket.destroy()
    const { status, headers, body } = refusal(services, unreadable(error))
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body]
    return socket.end(lines.join('\r\n'))
  })
}

const withoutHost = () =>
  new DomainError(
    'malformed_http',
    'The request has no Host header. Send one, as HTTP/1.1 requires.',
  )

/** The reasons of Node's parser, by code. */
const unreadable = ({ code = '' }: NodeJS.ErrnoException): DomainError =>
  UNREADABLE[code]?.() ??
  new DomainError(
    'malformed_http',
    'The request is not well-formed HTTP/1.1. Send it with an HTTP library.',
  )

const UNREADABLE: Record<string, () => DomainError> = {
  HPE_HEADER_OVERFLOW: () =>
    new DomainError(
      'headers_too_large',
      'The request line and the headers exceed 16 KiB. Send fewer or shorter headers.',
    ),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () =>
    new DomainError(
      'payload_too_large',
      'The chunk extensions exceed 16 KiB. Send chunks without extensions.',
    ),
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new DomainError(
      'request_timeout',
      'The request did not arrive in time. Send it again, with the same Idempotency-Key.',
    ),
}

const refusal = ({ publicUrl, metrics, platform }: Services, error: DomainError) => {
  const requestId = newId('request')
  const now = platform.clock.now().getTime()
  metrics.refusals.inc({ code: error.code })
  const problem = problemOf(error, { publicUrl, path: '/', requestId })
  const body = JSON.stringify(problem)
  return {
    status: problem.status,
    headers: {
      'X-Request-Id': requestId,
      ...SECURITY_HEADERS,
      ...rateLimitHeaders(untouchedQuota(now), now),
      'Cache-Control': 'no-store',
      'Content-Type': 'application/problem+json',
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    },
    body,
  }
}
