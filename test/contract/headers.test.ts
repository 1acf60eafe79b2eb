import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { operations } from '../../api/resources/index.ts'
import { startApi, type ApiAnswer, type ApiClient, type TestApi } from '../support/api.ts'
import { auditRowsOf, expectProblem, expectStandingHeaders } from './expectations.ts'
import { createWorld, type World } from './world.ts'

/** The headers of every response. */

let api: TestApi
let client: ApiClient
let world: World

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  world = createWorld(api, client)
})

afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const statuses: Record<number, () => Promise<ApiAnswer>> = {
  200: () => client.get('/v1/locations'),
  201: () => client.post('/v1/locations', { name: 'Mitte', timeZone: 'Europe/Berlin' }),
  304: async () => {
    const etag = (await client.get('/openapi.json')).headers.get('etag')!
    return client.send({ path: '/openapi.json', headers: { 'if-none-match': etag } })
  },
  400: () => client.post('/v1/locations', {}),
  401: () => api.anonymous().get('/v1/locations'),
  403: async () =>
    (await api.createClient(client.tenantId, { scopes: ['ai.read'] })).get('/v1/locations'),
  404: () => client.get('/v1/nothing'),
  405: () => client.send({ method: 'DELETE', path: '/v1/locations' }),
  409: async () => {
    const booking = await world.booking()
    await client.post('/v1/appointments', booking)
    return client.post('/v1/appointments', booking)
  },
  412: async () => {
    const { id } = await world.location()
    return client.send({
      method: 'PATCH',
      path: `/v1/locations/${id}`,
      json: { name: 'Kreuzberg' },
      headers: { 'if-match': '"7"' },
    })
  },
  413: () =>
    client.send({ method: 'POST', path: '/v1/locations', body: ' '.repeat(1024 * 1024 + 1) }),
  415: () =>
    client.send({
      method: 'POST',
      path: '/v1/locations',
      body: '{}',
      headers: { 'content-type': 'text/plain' },
    }),
  422: async () => {
    const headers = { 'idempotency-key': 'one-key' }
    const json = { name: 'Mitte', timeZone: 'Europe/Berlin' }
    await client.send({ method: 'POST', path: '/v1/locations', json, headers })
    return client.send({
      method: 'POST',
      path: '/v1/locations',
      json: { ...json, name: 'Kreuzberg' },
      headers,
    })
  },
  429: async () => {
    const slow = await api.createClient(client.tenantId, { rateLimitPerMinute: 1 })
    await slow.get('/v1/locations')
    return slow.get('/v1/locations')
  },
}

describe.each(Object.keys(statuses).map(Number))('a response of status %i', (status) => {
  test('carries the request id, the rate limit and the security headers', async () => {
    const answer = await statuses[status]!()
    expect(answer.status, answer.text).toBe(status)
    expectStandingHeaders(answer)
    if (status >= 400) {
      const { code } = answer.body as { code: never }
      expectProblem(answer, code)
    }
  })
})

test('a 405 lists the methods of the path', async () => {
  const answer = await statuses[405]!()
  expect(answer.headers.get('allow')).toBe('GET, HEAD, POST')
  expect(expectProblem(answer, 'method_not_allowed')['allowed']).toEqual(['GET', 'HEAD', 'POST'])
})

test('a 429 says when to retry, and is audited', async () => {
  const answer = await statuses[429]!()
  const seconds = Number(answer.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(answer.headers.get('x-ratelimit-remaining')).toBe('0')
  expect(await auditRowsOf(api, answer)).toMatchObject([{ outcome: 'REFUSED', http_status: 429 }])
})

test('every call lowers the remaining limit by one', async () => {
  const fresh = await api.createClient(client.tenantId, { rateLimitPerMinute: 50 })
  const remaining: number[] = []
  for (let call = 0; call < 30; call += 1)
    remaining.push(Number((await fresh.get('/v1/locations')).headers.get('x-ratelimit-remaining')))
  expect(remaining).toEqual(Array.from({ length: 30 }, (_, call) => 49 - call))
})

test('a well-formed X-Request-Id is adopted, any other is replaced', async () => {
  const send = (id: string) =>
    client.send({ path: '/v1/locations', headers: { 'x-request-id': id } })
  expect((await send('trace-1.2:3')).headers.get('x-request-id')).toBe('trace-1.2:3')
  for (const id of ['', 'two words', 'x'.repeat(129), '<script>', 'a\tb'])
    expect((await send(id)).headers.get('x-request-id')).toMatch(/^req_/)
})

test('CORS allows no origin', async () => {
  const answer = await client.send({
    method: 'OPTIONS',
    path: '/v1/locations',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  expect(answer.status).toBe(405)
})

test('unknown paths are audited once, and reveal no more to a stranger than to a client', async () => {
  for (const path of [
    '/nowhere',
    '/v2/children',
    '/v1',
    '/v1/locations/',
    '//v1/locations',
    '/V1/locations',
  ])
    for (const caller of [api.anonymous(), client]) {
      const answer = await caller.get(path)
      expectProblem(answer, 'not_found')
      expect(await auditRowsOf(api, answer)).toHaveLength(1)
    }
})

const FILES = operations.filter(({ headers }) => headers?.['Content-Disposition'])

test.each(FILES.map(({ id, path }) => [id, path]))(
  'a refusal of %s is not a download',
  async (_, path) => {
    const answer = await api.anonymous().get(path.replaceAll(/\{\w+\}/g, 'xyz'))
    expectProblem(answer, 'unauthenticated')
    expect(answer.headers.get('content-disposition')).toBeNull()
  },
)

describe('over a socket', () => {
  const raw = async (url: string, ...lines: string[]) => {
    const { port } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write([...lines, '', ''].join('\r\n'))
    return text(socket)
  }

  test('malformed HTTP requests get 4xx and no body of ours', async () => {
    await using server = await api.listen()
    const authorization = `Authorization: Bearer ${await client.token()}`
    const close = 'Connection: close'
    for (const lines of [
      ['GET /v1/locations HTTP/1.1', 'Host: x', authorization, 'X-Bad: a\u0000b', close],
      ['GET /v1/locations HTTP/1.1', 'Host: x', 'Bad Name: 1', close],
      ['POST /v1/locations HTTP/1.1', 'Host: x', 'Content-Length: 5', 'Content-Length: 6', close],
      ['POST /v1/locations HTTP/1.1', 'Host: x', 'Content-Length: -1', close],
      ['GET /v1/locations\u0001 HTTP/1.1', 'Host: x', close],
    ])
      expect(await raw(server.url, ...lines)).toMatch(/^HTTP\/1\.1 4\d\d /)
  })

  test.each([
    ['that are no HTTP', ['HELLO'], 'malformed_http'],
    [
      'with two lengths',
      ['POST / HTTP/1.1', 'Host: x', 'Content-Length: 5', 'Content-Length: 6'],
      'malformed_http',
    ],
    ['without Host', ['GET /v1/locations HTTP/1.1', 'Connection: close'], 'malformed_http'],
    [
      'with 17 KiB of headers',
      ['GET / HTTP/1.1', 'Host: x', `X-Long: ${'a'.repeat(17 * 1024)}`],
      'headers_too_large',
    ],
    [
      'with 17 KiB of extensions of a chunk',
      [
        'POST /v1/locations HTTP/1.1',
        'Host: x',
        'Transfer-Encoding: chunked',
        '',
        `5;${'a'.repeat(17 * 1024)}`,
      ],
      'payload_too_large',
    ],
  ] as const)('requests %s get the headers and body of every refusal', async (_, lines, code) => {
    await using server = await api.listen()
    const answer = await raw(server.url, ...lines)
    const [head = '', text = ''] = answer.split('\r\n\r\n')
    const [status = '', ...fields] = head.split('\r\n')
    const headers = new Headers(fields.map((field) => field.split(': ', 2) as [string, string]))
    const body = JSON.parse(text) as unknown
    expectProblem({ status: Number(status.split(' ')[1]), headers, text, body }, code)
  })

  test('an unknown expectation is ignored', async () => {
    await using server = await api.listen()
    const answer = await raw(
      server.url,
      'GET /healthz HTTP/1.1',
      'Host: x',
      'Expect: tea',
      'Connection: close',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('CR and LF in values do not reach response headers', async () => {
    await using server = await api.listen()
    const answer = await raw(
      server.url,
      'GET /v1/locations%0d%0aX-Injected:%201?a=%0d%0aX-Injected:%201 HTTP/1.1',
      'Host: x',
      'X-Request-Id: a%0d%0aX-Injected: 1',
      'Connection: close',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer.split('\r\n\r\n')[0]).not.toMatch(/^X-Injected/im)
  })

  test('a chunked body without an end is cut off at the limit', async () => {
    await using server = await api.listen()
    const response = await fetch(`${server.url}/v1/locations`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await client.token()}`,
        'content-type': 'application/json',
      },
      body: ReadableStream.from(chunks(40)),
      duplex: 'half',
    })
    expect(response.status).toBe(413)
    expect(response.headers.get('x-ratelimit-limit')).not.toBeNull()
  })
})

async function* chunks(count: number) {
  for (let index = 0; index < count; index += 1) yield new Uint8Array(64 * 1024).fill(32)
}
