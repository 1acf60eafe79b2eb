/** Rate limits in a real Valkey over two API processes, as described in docs/configuration.md. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_LIMIT_PER_MINUTE, RateLimiter } from '../../../api/http/rate-limit.ts'
import { freePort } from '../../../dev/ports.ts'
import { startService } from '../../../dev/services.ts'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import { systemClock } from '#platform/core/time/clock.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { createDatabase, type TestDatabase } from '../../support/servers.ts'
import { startValkey, valkeyServer, type Valkey } from '../../support/valkey.ts'
import { createCentre, openTestPlatform } from '../../workflows/support.ts'
import { processEnv } from '../../support/process-env.ts'

const server = await valkeyServer(console.log)
if (!server && process.env['CI']) throw new Error('CI needs a Valkey or Redis server for this')
if (!server) console.log('There is no Valkey or Redis server: rate limits in it are not tried')

const LIMIT = 100
const HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit']

describe.skipIf(!server)('rate limits in Valkey', () => {
  const stack = new AsyncDisposableStack()
  let valkey: Valkey
  let database: TestDatabase
  let platform: OpenPlatform
  let ctx: Context
  let urls: string[]
  beforeAll(async () => {
    valkey = stack.use(await startValkey(server!))
    database = stack.use(await createDatabase())
    platform = stack.use(openTestPlatform(database))
    ctx = (await createCentre(platform, database)).ctx
    urls = [await startApi(), await startApi()]
  })
  afterAll(() => stack.disposeAsync())

  const startApi = async (): Promise<string> => {
    const dir = mkdtempSync(path.join(tmpdir(), 'therapy-redis-'))
    stack.defer(() => rmSync(dir, { recursive: true, force: true }))
    const port = await freePort()
    const env = {
      ...processEnv(database, path.join(dir, 'files')),
      PUBLIC_URL: 'http://api.test',
      REDIS_URL: valkey.url,
    }
    const logFile = path.join(dir, 'api.log')
    const entry = 'api/main.ts'
    const api = await startService({ name: 'api', entry, port, logFile, env, onSpawn: () => {} })
    stack.use(api)
    return `http://127.0.0.1:${port}`
  }

  /** A key limited to {@link LIMIT} requests a minute. */
  const signIn = async () => {
    const key = await createApiKey(ctx, {
      name: 'Limited',
      scopes: ['bookings'],
      rateLimitPerMinute: LIMIT,
    })
    const body = JSON.stringify({
      grant_type: 'client_credentials',
      client_id: key.clientId,
      client_secret: key.clientSecret,
    })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${urls[0]}/oauth/token`, { method: 'POST', headers, body })
    const { access_token: token } = (await answer.json()) as { access_token: string }
    const ask = (url: string) =>
      fetch(`${url}/v1/appointments?limit=1`, { headers: { authorization: `Bearer ${token}` } })
    return { clientId: key.clientId, ask }
  }

  /** Alternates between both processes, several requests in parallel. */
  const flood = async (ask: (url: string) => Promise<Response>, requests: number) => {
    const answers: Response[] = []
    let left = requests
    const lane = async () => {
      while (left-- > 0) answers.push(await ask(urls[left % 2]!))
    }
    await Promise.all(Array.from({ length: 8 }, lane))
    return answers
  }

  const ready = async (url: string) =>
    (await fetch(`${url}/readyz`)).json() as Promise<{
      status: string
      dependencies: { redis: string }
    }>
  const untilRedisIs = (status: 'ok' | 'down') =>
    expect
      .poll(async () => (await Promise.all(urls.map(ready))).map((it) => it.dependencies.redis))
      .toEqual([status, status])

  const inPostgres = async (clientId: string): Promise<number> => {
    const { rows } = await platform.database.system.query<{ points: number }>(
      'SELECT points::int FROM rate_limits WHERE key = $1',
      [`api:client:${clientId}`],
    )
    return rows[0]?.points ?? 0
  }

  const openLimiter = async (): Promise<RateLimiter> => {
    const redis = new Redis(valkey.url)
    stack.defer(() => redis.disconnect())
    redis.on('error', () => undefined)
    await once(redis, 'ready')
    return new RateLimiter({ database: platform.database.system, redis }, systemClock)
  }

  test('limiters of several processes together admit exactly the limit', async () => {
    const key = 'client:many'
    const limiters = await Promise.all(Array.from({ length: 4 }, openLimiter))
    const quotas = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) => limiters[n % limiters.length]!.consume(key)),
    )
    const windows = new Set(quotas.map(({ resetAt }) => Math.round(resetAt / 30_000)))
    const admitted = quotas.filter(({ allowed }) => allowed).length
    expect(admitted).toBeLessThanOrEqual(DEFAULT_LIMIT_PER_MINUTE * windows.size)
    expect(admitted).toBeGreaterThan(DEFAULT_LIMIT_PER_MINUTE - 4 * 20)
    expect(await valkey.client.exists(`api:${key}`)).toBe(1)
  })

  test('two API processes count together in Valkey, and every response states the remainder', async () => {
    const { ask, clientId } = await signIn()
    const answers = await flood(ask, LIMIT * 2)
    const bare = answers.filter(({ headers }) => HEADERS.some((name) => !headers.has(name)))
    expect(bare).toEqual([])
    const byStatus = Map.groupBy(answers, ({ status }) => status)
    expect(new Set(byStatus.keys())).toEqual(new Set([200, 429]))
    expect(Math.max(...admittedByWindow(answers))).toBeLessThanOrEqual(LIMIT)
    expect(admittedByWindow(answers)[0]).toBeGreaterThan(LIMIT - 20)
    for (const { headers } of answers) expect(headers.get('x-ratelimit-limit')).toBe(`${LIMIT}`)
    for (const { headers } of byStatus.get(429)!) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(headers.get('x-ratelimit-remaining')).toBe('0')
    }
    expect(await valkey.client.exists(`api:client:${clientId}`)).toBe(1)
    expect(await inPostgres(clientId)).toBe(0)
  })

  test('an unresponsive Valkey delays requests but refuses none', async () => {
    const { ask, clientId } = await signIn()
    valkey.freeze()
    try {
      const answers = await flood(ask, 20)
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      expect(answers.filter(({ headers }) => HEADERS.some((it) => !headers.has(it)))).toEqual([])
    } finally {
      valkey.thaw()
    }
    expect(await inPostgres(clientId)).toBeGreaterThan(0)
    await untilRedisIs('ok')
  })

  test('PostgreSQL counts while Valkey is unavailable, with the same limit', async () => {
    const { ask, clientId } = await signIn()
    await valkey.kill()
    await untilRedisIs('down')
    expect((await ready(urls[0]!)).status).toBe('degraded')
    const answers = await flood(ask, LIMIT * 2)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    expect(Math.max(...admittedByWindow(answers))).toBeLessThanOrEqual(LIMIT)
    expect(await inPostgres(clientId)).toBeGreaterThanOrEqual(LIMIT)

    // A process that starts in the meantime serves as well.
    expect([200, 429]).toContain((await ask(await startApi())).status)

    await valkey.start()
    await untilRedisIs('ok')
    const other = await signIn()
    expect((await other.ask(urls[1]!)).status).toBe(200)
    expect(await inPostgres(other.clientId)).toBe(0)
    await expect.poll(() => valkey.client.exists(`api:client:${other.clientId}`)).toBe(1)
  })
})

/** Each process rounds the end of a window to seconds; the next one ends much later. */
const SAME_WINDOW_MS = 30_000

const admittedByWindow = (answers: readonly Response[]): number[] => {
  const ends = answers
    .filter(({ status }) => status === 200)
    .map(({ headers }) => Number(headers.get('x-ratelimit-reset')) * 1_000)
  const windows: { end: number; admitted: number }[] = []
  for (const end of ends.toSorted((a, b) => a - b)) {
    const last = windows.at(-1)
    if (last && end - last.end < SAME_WINDOW_MS) last.admitted += 1
    else windows.push({ end, admitted: 1 })
  }
  return windows.map(({ admitted }) => admitted)
}
