import { once } from 'node:events'
import { createServer } from 'node:net'
import { brotliCompressSync, createGunzip, deflateSync, gzipSync, type Gunzip } from 'node:zlib'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  type AttemptResult,
  createAddressPolicy,
  type FailureReason,
  headerProblem,
  MAX_RESPONSE_BYTES,
  type TransportOptions,
} from '../../providers/webhooks/index.ts'
import { CONNECTIONS_PER_SENDER, createTransport } from '../../providers/webhooks/attempt.ts'
import { parseRetryAfter } from '../../providers/webhooks/retry-after.ts'
import {
  type Behavior,
  drip,
  endlessBody,
  gzipBomb,
  inTurn,
  rawAnswer,
  type ReceiverOptions,
  redirectTo,
  reset,
  resetMidBody,
  respond,
  selfSigned,
  silence,
  startReceiver,
} from '../support/receivers.ts'

const DEADLINE_MS = 400
/**
 * The end of an attempt without a given deadline, and half of it: anything that does not wait for the deadline
 * finishes by then.
 */
const LONG_DEADLINE_MS = 60_000
const LATEST_MS = LONG_DEADLINE_MS / 2
const MiB = 1_024 * 1_024
const policy = createAddressPolicy({
  allowedRanges: ['127.0.0.0/8'],
  lookup: async () => [{ address: '127.0.0.1', family: 4 }],
})
const clock = { now: () => new Date('2026-11-21T12:00:00Z') }
const options = { policy, clock, userAgent: 'Therapy-Webhooks/1', deadlineMs: LONG_DEADLINE_MS }
const shared = createTransport(options).open()
const hasty = createTransport({ ...options, deadlineMs: DEADLINE_MS }).open()
afterAll(() => Promise.all([shared, hasty].map((sender) => sender[Symbol.asyncDispose]())))

async function receiver(behave: Behavior, receiverOptions?: ReceiverOptions) {
  const started = await startReceiver(behave, receiverOptions)
  onTestFinished(() => started[Symbol.asyncDispose]())
  return started
}

function senderWith(changes: Partial<TransportOptions>) {
  const sender = createTransport({ ...options, ...changes }).open()
  onTestFinished(() => sender[Symbol.asyncDispose]())
  return sender
}

const post = (url: string, sender = shared) => sender.send({ url, headers: {}, body: '{"a":1}' })

describe('an attempt', () => {
  test('posts the given body and headers over reused connections', async () => {
    const target = await receiver(respond(200, { body: 'thanks' }))
    const headers = { 'X-Service-Signature': 't=1,v1=00' }
    const text = '{"ä":1}'
    for (const body of Array.from({ length: 20 }, (_, n) => (n % 2 ? text : Buffer.from(text)))) {
      const result = await shared.send({ url: `${target.url}/in?x=1`, headers, body })
      expect(result).toMatchObject({
        outcome: 'SUCCEEDED',
        status: 200,
        responseBody: 'thanks',
        responseBodyState: 'complete',
      })
      expect(result.durationMs).toBeLessThan(LATEST_MS)
    }
    // undici opens a second connection if the next request comes before the first one is returned.
    expect(target.connections()).toBeLessThanOrEqual(2)
    expect(target.requests).toHaveLength(20)
    for (const { headers: received, path, body } of target.requests) {
      expect([path, body.toString()]).toEqual(['/in?x=1', text])
      expect(received).toMatchObject({
        'x-service-signature': 't=1,v1=00',
        'user-agent': 'Therapy-Webhooks/1',
        'content-type': 'application/json',
        'content-length': '8',
        'accept-encoding': 'identity',
        host: `127.0.0.1:${target.port}`,
      })
    }
  })

  type Expected = { outcome: AttemptResult['outcome']; [field: string]: unknown }
  const outcomes: [string, Behavior, Expected][] = [
    ['200', respond(200), { outcome: 'SUCCEEDED', status: 200 }],
    ['204', respond(204), { outcome: 'SUCCEEDED', status: 204 }],
    ['302', redirectTo('http://10.0.0.1/'), failed('redirect_refused', 302)],
    ['304', respond(304), failed('redirect_refused', 304)],
    ['400', respond(400, { body: 'no' }), { ...failed('http_status', 400), responseBody: 'no' }],
    ['410', respond(410), { outcome: 'GONE', status: 410, reason: 'http_status' }],
    [
      '429 with Retry-After in seconds',
      respond(429, { headers: { 'retry-after': '120' } }),
      { ...failed('http_status', 429), retryAfterMs: 120_000 },
    ],
    [
      '503 with Retry-After as a date',
      respond(503, { headers: { 'retry-after': 'Sat, 21 Nov 2026 12:01:30 GMT' } }),
      { ...failed('http_status', 503), retryAfterMs: 90_000 },
    ],
    ['500', respond(500), failed('http_status', 500)],
    ['a reset', reset, failed('connection_reset')],
    ['a reset inside the body', resetMidBody, failed('connection_reset', 200)],
    ['silence', silence, failed('timeout')],
    ['one byte per interval', drip(50), failed('timeout', 200)],
    ['no HTTP', rawAnswer('SSH-2.0-OpenSSH_9.9\r\n'), failed('response_invalid')],
    [
      'two lengths',
      rawAnswer('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
      failed('response_invalid'),
    ],
    [
      'headers beyond 16 KiB',
      rawAnswer(`HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1_000)}\r\n`.repeat(40)}\r\n`),
      failed('response_invalid'),
    ],
    ['a closed connection', rawAnswer(''), failed('connection_reset')],
    [
      'early hints before the answer',
      rawAnswer('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n'),
      { outcome: 'SUCCEEDED', status: 204 },
    ],
  ]
  test.each(outcomes)('with %s has its documented outcome', async (_name, behave, expected) => {
    const target = await receiver(behave)
    const result = await post(target.url, expected.reason === 'timeout' ? hasty : shared)
    expect(result).toMatchObject(expected)
    expect(result.durationMs).toBeLessThan(LATEST_MS)
  })

  function failed(reason: FailureReason, status?: number): Expected {
    return { outcome: 'FAILED', reason, ...(status && { status }) }
  }

  test('to a closed port is refused', async () => {
    const { url, port } = await receiver(silence)
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const address = probe.address()
    const free = typeof address === 'object' ? (address?.port ?? port) : port
    probe.close()
    await once(probe, 'close')
    expect(await post(url.replace(`:${port}`, `:${free}`))).toMatchObject({
      outcome: 'FAILED',
      reason: 'connection_refused',
      detail: 'ECONNREFUSED',
    })
  })

  test('to a name that does not resolve, or not in time, reports it', async () => {
    const missing = senderWith({
      lookup: async () => {
        throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
      },
    })
    const reason = 'dns_failure'
    expect(await post('http://nowhere.example/', missing)).toMatchObject({ reason })
    expect(
      await post('http://empty.example/', senderWith({ lookup: async () => [] })),
    ).toMatchObject({ reason })
    const stuck = senderWith({
      deadlineMs: DEADLINE_MS,
      lookup: () => new Promise(() => undefined),
    })
    expect(await post('http://slow.example/', stuck)).toMatchObject({ reason: 'timeout' })
  })

  test('cannot carry a header reserved by HTTP, or a line break', async () => {
    const target = await receiver(respond(200))
    const bad = [
      { host: 'other.example' },
      { 'Content-Length': '1' },
      { 'transfer-encoding': 'chunked' },
      { 'x-a': 'b\r\nx-injected: 1' },
      { 'x-a': 'b\nc' },
      { 'x-a': 'b\0' },
      { 'x-a': '€' },
      { 'x a': 'b' },
      { 'x-a:b\r\n': 'c' },
    ]
    for (const headers of bad) {
      const result = await shared.send({ url: target.url, headers, body: '{}' })
      expect(result).toMatchObject({ outcome: 'FAILED', reason: 'request_invalid' })
    }
    for (const url of ['not a url', 'ftp://127.0.0.1/', 'data:,x']) {
      expect(await post(url)).toMatchObject({ reason: 'request_invalid' })
    }
    expect(target.connections()).toBe(0)
  })

  test.each([
    ['Authorization', 'Bearer ä', undefined],
    ['x-empty', '', undefined],
    ['HOST', 'a', 'reserved'],
    ['Proxy-Authorization', 'a', 'reserved'],
    ['x-a', 'b\r\nx-injected: 1', 'malformed'],
    ['x-a', 'b\n', 'malformed'],
    ['x-a', 'b\0', 'malformed'],
    ['x-a', 'b\x7f', 'malformed'],
    ['x-a', '€', 'malformed'],
    ['x-a\r\n', 'b', 'malformed'],
    ['', 'b', 'malformed'],
  ])('header %j: %j is %s', (name, value, problem) => {
    expect(headerProblem(name, value)).toBe(problem)
  })
})

describe('the deadline', () => {
  test('also ends attempts waiting for a connection', async () => {
    const lookup = () => new Promise<never>(() => undefined)
    const sender = senderWith({ deadlineMs: DEADLINE_MS, connections: 1, lookup })
    const results = await Promise.all([1, 2, 3].map(() => post('http://slow.example/', sender)))
    for (const result of results) {
      expect(result).toMatchObject({ reason: 'timeout' })
      expect(result.durationMs).toBeLessThan(LATEST_MS)
    }
  })

  test('prevents sending after an attempt ended in the queue', async () => {
    const target = await receiver(inTurn(silence, respond(200)))
    const sender = senderWith({ deadlineMs: 3_000, connections: 1 })
    const holding = post(target.url, sender)
    const signal = AbortSignal.timeout(50)
    const waiting = [1, 2].map(() =>
      sender.send({ url: target.url, headers: {}, body: '{}', signal }),
    )
    for (const result of await Promise.all(waiting)) {
      expect(result).toMatchObject({ reason: 'aborted' })
    }
    expect(await holding).toMatchObject({ reason: 'timeout' })
    expect(await post(target.url, sender)).toMatchObject({ outcome: 'SUCCEEDED' })
    expect(target.requests).toHaveLength(2)
  })

  test('closes abandoned connections', async () => {
    const target = await receiver(silence)
    await post(target.url, hasty)
    await expect.poll(() => target.open()).toBe(0)
  })

  test('ends a TLS handshake without a response', async () => {
    const mute = createServer(() => undefined).listen(0, '127.0.0.1')
    onTestFinished(() => void mute.close())
    await once(mute, 'listening')
    const address = mute.address()
    const port = typeof address === 'object' ? address?.port : 0
    expect(await post(`https://127.0.0.1:${port}/`, hasty)).toMatchObject({ reason: 'timeout' })
  })

  test('is preempted by the signal of the caller or the disposal of the sender', async () => {
    const target = await receiver(silence)
    const sender = senderWith({})
    const send = (signal: AbortSignal) =>
      sender.send({ url: target.url, headers: {}, body: '{}', signal })
    const controller = new AbortController()
    const first = send(controller.signal)
    const second = post(target.url, sender)
    await expect.poll(() => target.requests.length).toBe(2)
    controller.abort()
    expect(await first).toMatchObject({ outcome: 'FAILED', reason: 'aborted' })
    expect(await send(AbortSignal.abort())).toMatchObject({ reason: 'aborted' })
    await sender[Symbol.asyncDispose]()
    expect(await second).toMatchObject({ outcome: 'FAILED', reason: 'aborted' })
    expect(await post(target.url, sender)).toMatchObject({ reason: 'aborted' })
    expect(target.requests).toHaveLength(2)
  })
})

describe('the response', () => {
  const text = 'grüße '.repeat(50)

  test.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['BR', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('is decoded from %s', async (coding, body) => {
    const target = await receiver(respond(200, { headers: { 'content-encoding': coding }, body }))
    expect(await post(target.url)).toMatchObject({
      responseBody: text,
      responseBodyState: 'complete',
    })
  })

  test.each([
    ['gzip', Buffer.from('this is no gzip')],
    ['gzip, gzip', gzipSync(gzipSync(text))],
    ['zstd', Buffer.from('whatever')],
  ])('in undecodable %s does not change the outcome', async (coding, body) => {
    const target = await receiver(respond(200, { headers: { 'content-encoding': coding }, body }))
    expect(await post(target.url)).toMatchObject({
      outcome: 'SUCCEEDED',
      responseBodyState: 'undecodable',
    })
  })

  test('is stored up to 16 KiB, cut between characters, and storable', async () => {
    const bodies = ['ä'.repeat(MAX_RESPONSE_BYTES), `x${'€'.repeat(MAX_RESPONSE_BYTES)}`]
    for (const body of bodies) {
      const { responseBody, responseBodyState, outcome } = await post(
        (await receiver(respond(500, { body }))).url,
      )
      expect([outcome, responseBodyState]).toEqual(['FAILED', 'truncated'])
      expect(body.startsWith(responseBody)).toBe(true)
      expect(Buffer.byteLength(responseBody)).toBeGreaterThan(MAX_RESPONSE_BYTES - 4)
    }
    const binary = await receiver(respond(200, { body: Buffer.alloc(MAX_RESPONSE_BYTES, 0xff) }))
    const { responseBody } = await post(binary.url)
    expect(Buffer.byteLength(responseBody)).toBeLessThanOrEqual(MAX_RESPONSE_BYTES)
    const exact = await receiver(respond(200, { body: 'x'.repeat(MAX_RESPONSE_BYTES) }))
    expect(await post(exact.url)).toMatchObject({ responseBodyState: 'complete' })
    const nul = await receiver(respond(200, { body: 'a\0b' }))
    expect(await post(nul.url)).toMatchObject({ responseBody: 'a\uFFFDb' })
  })

  test('stores a few shortened headers', async () => {
    const target = await receiver(
      respond(301, {
        headers: { location: `https://x/${'y'.repeat(999)}`, 'set-cookie': 'a=b', server: 's' },
      }),
    )
    const { responseHeaders } = await post(target.url)
    expect(Object.keys(responseHeaders ?? {})).toEqual(['location'])
    expect(responseHeaders?.location).toHaveLength(256)
  })

  test.each([
    ['plain', endlessBody()],
    ['gzip', endlessBody(gzipSync(Buffer.alloc(MiB)), { 'content-encoding': 'gzip' })],
    // Members that unpack to nothing: only the limit on the wire ends them.
    ['empty gzip', endlessBody(gzipSync(''), { 'content-encoding': 'gzip' })],
  ])('without end (%s) is cut off, and the status counts', async (_name, { behave, sent }) => {
    const target = await receiver(behave)
    const result = await post(target.url)
    expect(result).toMatchObject({
      outcome: 'SUCCEEDED',
      status: 200,
      responseBodyState: 'truncated',
    })
    expect(Buffer.byteLength(result.responseBody)).toBeLessThanOrEqual(MAX_RESPONSE_BYTES)
    await expect.poll(() => target.open()).toBe(0)
    expect(sent()).toBeLessThan(16 * MiB)
  })

  test('is not unpacked if it is a bomb, even 200 of them', async () => {
    const target = await receiver(gzipBomb(64))
    const unpacked = vi.spyOn(createGunzip().constructor.prototype as Gunzip, 'push')
    onTestFinished(() => unpacked.mockRestore())
    for (let round = 0; round < 20; round += 1) {
      const results = await Promise.all(Array.from({ length: 10 }, () => post(target.url)))
      for (const result of results) {
        expect(result).toMatchObject({ outcome: 'SUCCEEDED', responseBodyState: 'truncated' })
        expect(result.responseBody.length).toBeLessThanOrEqual(MAX_RESPONSE_BYTES)
      }
    }
    const bytes = unpacked.mock.calls.map(([chunk]) => (chunk as Buffer | null)?.length ?? 0)
    const sum = bytes.reduce((total, length) => total + length, 0)
    expect(sum).toBeGreaterThan(200 * MAX_RESPONSE_BYTES)
    // Unpacked they would be 12.5 GiB; the decoder is one chunk ahead of its reader.
    expect(sum).toBeLessThan(200 * 4 * MAX_RESPONSE_BYTES)
  })
})

describe('TLS', () => {
  const good = selfSigned({ ip: '127.0.0.1' })

  test('with a certificate of a trusted authority works', async () => {
    const target = await receiver(respond(200), { tls: good })
    const sender = senderWith({ extraCa: [good.cert] })
    for (let n = 0; n < 10; n += 1) {
      expect(await post(target.url, sender)).toMatchObject({ outcome: 'SUCCEEDED' })
    }
    expect(target.connections()).toBeLessThanOrEqual(2)
  })

  test.each([
    ['a self-signed certificate', good, [], 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    [
      'an expired one',
      selfSigned({ ip: '127.0.0.1' }, new Date('2021-01-01')),
      'trusted',
      'CERT_HAS_EXPIRED',
    ],
    [
      'one for another host',
      selfSigned({ dns: 'other.example' }),
      'trusted',
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
  ] as const)('with %s fails and sends nothing', async (_name, tls, trust, detail) => {
    const target = await receiver(respond(200), { tls })
    const sender = senderWith({ extraCa: trust === 'trusted' ? [tls.cert] : [] })
    const results = await Promise.all([1, 2, 3].map(() => post(target.url, sender)))
    for (const result of results) {
      expect(result).toMatchObject({ outcome: 'FAILED', reason: 'tls_failure', detail })
    }
    expect(target.requests).toHaveLength(0)
    await expect.poll(() => target.open()).toBe(0)
  })

  test('verifies the requested name, not the address', async () => {
    const named = selfSigned({ dns: 'hooks.example.com' })
    const target = await receiver(respond(200), { tls: named })
    const sender = senderWith({ extraCa: [named.cert] })
    const at = (host: string) => post(`https://${host}:${target.port}/`, sender)
    expect(await at('hooks.example.com')).toMatchObject({ outcome: 'SUCCEEDED' })
    expect(await at('evil.example.com')).toMatchObject({ reason: 'tls_failure' })
    expect(await at('127.0.0.1')).toMatchObject({ reason: 'tls_failure' })
  })

  test('fails with a plain HTTP server', async () => {
    const target = await receiver(respond(200))
    const result = await post(target.url.replace('http:', 'https:'))
    expect(result).toMatchObject({ outcome: 'FAILED' })
    expect(['tls_failure', 'connection_reset']).toContain(result.reason)
  })
})

describe('one receiver', () => {
  test('that hangs does not slow another, even at the same origin', async () => {
    const shares = await receiver((response, request) =>
      request.path === '/hangs' ? silence(response, request) : respond(200)(response, request),
    )
    const transport = createTransport(options)
    const [one, another] = [transport.open(), transport.open()]
    onTestFinished(() => another[Symbol.asyncDispose]())
    const hanging = Array.from({ length: 100 }, () => post(`${shares.url}/hangs`, one))
    await expect.poll(() => shares.requests.length).toBe(CONNECTIONS_PER_SENDER)
    for (let n = 0; n < 20; n += 1) {
      const result = await post(shares.url, another)
      expect(result).toMatchObject({ outcome: 'SUCCEEDED' })
      expect(result.durationMs).toBeLessThan(LATEST_MS)
    }
    await one[Symbol.asyncDispose]()
    expect((await Promise.all(hanging)).every(({ reason }) => reason === 'aborted')).toBe(true)
  })
})

describe('Retry-After', () => {
  const now = Date.parse('1994-11-06T08:49:00Z')
  test.each([
    ['0', 0],
    ['  30 ', 30_000],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
    ['Sun Nov  6 08:49:37 1994', 37_000],
    ['Sat, 05 Nov 1994 08:49:37 GMT', 0],
    ['-1', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['1994-11-06', undefined],
    ['99999999999', 1e13],
    ['99999999999999999999', 1e13],
    ['9'.repeat(400), 1e13],
    ['', undefined],
    [undefined, undefined],
  ])('%j is %j ms', (value, expected) => {
    expect(parseRetryAfter(value, now)).toBe(expected)
  })
})
