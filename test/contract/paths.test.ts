/** Every path with every method, compared with the declaring tables, and unusual paths. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PUBLIC_ROUTES } from '../../api/endpoints/public-routes.ts'
import { operations } from '../../api/resources/index.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { expectProblem } from './expectations.ts'

const UI = 'https://temporal.example.com'
let api: TestApi
let client: ApiClient

beforeAll(async () => {
  api = await startApi({ operatorUiOrigin: UI })
  client = await api.createTenant()
})

afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const declared = new Map<string, Set<string>>()
const declare = (path: string, method: string) => {
  const methods = declared.get(path) ?? new Set()
  declared.set(path, methods.add(method.toUpperCase()))
  if (method.toUpperCase() === 'GET') methods.add('HEAD')
}
for (const { method, path } of [...operations, ...PUBLIC_ROUTES]) declare(path, method)

const concrete = (path: string) =>
  path
    .replace('{file}', 'none.ics')
    .replace('/sign-in/{token}', `/sign-in/${'x'.repeat(43)}`)
    .replace('{area}', 'people')
    .replace('/docs/{page}', '/docs/quickstart.md')
    .replace('/docs/guides/{page}', '/docs/guides/README.md')
    .replaceAll(/\{\w+\}/g, 'none_1')

describe('every path', () => {
  test('refuses unsupported methods and lists the supported ones', async () => {
    let refused = 0
    for (const [path, methods] of declared) {
      for (const method of METHODS.filter((it) => !methods.has(it))) {
        const answer = await client.send({ method, path: concrete(path) })
        const at = `${method} ${path}`
        expect(answer.status, at).toBe(405)
        const allowed = (answer.headers.get('allow') ?? '').split(', ')
        expect(allowed.toSorted(), at).toEqual([...methods].toSorted())
        refused += 1
      }
    }
    expect(refused).toBeGreaterThan(1_000)
  })

  test('is found with each supported method', async () => {
    for (const [path, methods] of declared)
      for (const method of methods) {
        const { status } = await client.send({ method, path: concrete(path) })
        expect(status, `${method} ${path}`).not.toBe(405)
      }
  })
})

describe('over a socket', () => {
  const asked = async (url: string, target: string, ...headers: string[]) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const lines = [`GET ${target} HTTP/1.1`, 'Host: api.test', ...headers, 'Connection: close']
    socket.write([...lines, '', ''].join('\r\n'))
    return text(socket)
  }

  test.each([
    '/v1/%2e%2e/codec/sign-in',
    '/v1/../codec/sign-in',
    '/v1/.%2E/codec/sign-in',
    '/v1/./locations',
    '/v1/..',
    '/%63odec/sign-in',
    '/v1%2flocations',
    '/v1/%5c..%5ccodec',
    '//codec/sign-in',
    '/v1//locations',
    'http://api.test/v1/../codec/sign-in',
  ])('refuses the ambiguous path %s', async (target) => {
    await using server = await api.listen()
    const answer = await asked(server.url, target)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"code":"validation_failed"')
    expect(answer).toMatch(/^x-ratelimit-limit: /im)
  })

  test('serves a plain path with any valid query', async () => {
    await using server = await api.listen()
    expect(await asked(server.url, '/codec/sign-in')).toMatch(/^HTTP\/1\.1 200 /)
    expect(await asked(server.url, '/healthz?a=//%2e%2e/')).toMatch(/^HTTP\/1\.1 200 /)
    expect(await asked(server.url, 'http://api.test/healthz')).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('the server itself refuses a backslash', async () => {
    await using server = await api.listen()
    const target = String.raw`/v1\..\codec\sign-in`
    expect(await asked(server.url, target)).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('two Host headers are refused', async () => {
    await using server = await api.listen()
    for (const second of ['Host: api.test', 'host: other.test'])
      expect(await asked(server.url, '/healthz', second)).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('TRACE is refused like any other method', async () => {
    await using server = await api.listen()
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write('TRACE /docs HTTP/1.1\r\nHost: api.test\r\nConnection: close\r\n\r\n')
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 405 /)
    expect(answer).toMatch(/^allow: GET, HEAD\r$/im)
  })
})

test.each(['/healthz', '/readyz'])(
  '%s is not cached, and does not reveal how much is waiting',
  async (path) => {
    const answer = await api.anonymous().get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.text).not.toMatch(/pending|oldest|outbox/)
  },
)

test('If-Match is documented as it is parsed', async () => {
  const { body } = await client.get<{
    components: { parameters: { IfMatch: { schema: { pattern: string } } } }
  }>('/openapi.json')
  const pattern = new RegExp(body.components.parameters.IfMatch.schema.pattern, 'u')
  const { body: made } = await client.post<{ id: string }>('/v1/locations', {
    name: 'Mitte',
    timeZone: 'Europe/Berlin',
  })
  for (const value of [
    '"1"',
    'W/"1"',
    '*',
    '"999999999"',
    '1',
    '"x"',
    '"1234567890"',
    '"1", "2"',
  ]) {
    const answer = await client.send({
      method: 'PATCH',
      path: `/v1/locations/${made.id}`,
      json: {},
      headers: { 'if-match': value },
    })
    if (!pattern.test(value)) expectProblem(answer, 'validation_failed')
    else expect([200, 412], value).toContain(answer.status)
  }
})
