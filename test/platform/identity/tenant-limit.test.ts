/** All keys of a centre share a limit: creating more keys gains no requests. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../../api/app.ts'
import { RateLimiter } from '../../../api/http/rate-limit.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { setTenantRateLimit } from '#organization/tenants/set-tenant-rate-limit.ts'
import { startApi, type ApiAnswer, type ApiClient, type TestApi } from '../../support/api.ts'

const CEILING = 100
let api: TestApi

beforeAll(async () => {
  api = await startApi({ tenantRateLimitPerMinute: CEILING })
})

afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status)
const admitted = (answers: { status: number }[]) =>
  statusesOf(answers).filter((status) => status === 200).length
const look = (client: ApiClient) => client.get('/v1/locations')
const remaining = ({ headers }: ApiAnswer) => Number(headers.get('x-ratelimit-remaining'))
const limit = ({ headers }: ApiAnswer) => Number(headers.get('x-ratelimit-limit'))

const keysOf = async (tenantId: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => api.createClient(tenantId)))

test('ten keys share the limit of their centre over two processes', async () => {
  const { tenantId } = await api.createTenant()
  const keys = await keysOf(tenantId, 10)
  const { platform } = api.services
  const sibling = createApp({
    ...api.services,
    rateLimiter: new RateLimiter({ database: platform.database.system }, api.clock),
  })
  const lookElsewhere = async (key: ApiClient) => {
    const headers = { authorization: `Bearer ${await key.token()}` }
    return { status: (await sibling.request('/v1/locations', { headers })).status }
  }
  const answers: { status: number }[] = await Promise.all(
    keys.flatMap((key) =>
      Array.from({ length: 20 }, (_, index) => (index % 2 ? look(key) : lookElsewhere(key))),
    ),
  )
  const afterSignIns = CEILING - 11
  expect(admitted(answers)).toBeLessThanOrEqual(afterSignIns)
  // Each process may hold a lease that the other one lacks.
  expect(admitted(answers)).toBeGreaterThanOrEqual(afterSignIns - 20)
  expect(new Set(statusesOf(answers))).toEqual(new Set([200, 429]))
  const [neighbour] = await keysOf((await api.createTenant()).tenantId, 1)
  expect((await look(neighbour!)).status).toBe(200)
})

test('headers report the limit with the smaller remainder', async () => {
  const { tenantId } = await api.createTenant()
  const slow = await api.createClient(tenantId, { rateLimitPerMinute: 5 })
  const answer = await look(slow)
  expect([limit(answer), remaining(answer)]).toEqual([5, 4])
  const fast = await api.createClient(tenantId, { rateLimitPerMinute: 1_000 })
  const shared = await look(fast)
  // Three sign-ins and two calls.
  expect([limit(shared), remaining(shared)]).toEqual([CEILING, CEILING - 5])
})

test('refused requests of a key do not count towards its centre', async () => {
  const { tenantId } = await api.createTenant()
  const slow = await api.createClient(tenantId, { rateLimitPerMinute: 5 })
  expect(admitted(await Promise.all(Array.from({ length: 40 }, () => look(slow))))).toBe(5)
  const [other] = await keysOf(tenantId, 1)
  expect(remaining(await look(other!))).toBe(CEILING - 9)
})

test("an operator's limit for the centre applies once the next call reads it", async () => {
  const { tenantId } = await api.createTenant()
  const [key] = await keysOf(tenantId, 1)
  await look(key!)
  const ctx = systemContext(api.services.platform, { tenantId, action: 'test' })
  for (const figure of [30, 70]) {
    await setTenantRateLimit(ctx, { rateLimitPerMinute: figure })
    expect((await look(key!)).status).toBe(200)
    expect(limit(await look(key!))).toBe(figure)
  }
  const answers = await Promise.all(Array.from({ length: 80 }, () => look(key!)))
  expect(admitted(answers)).toBeLessThanOrEqual(70)
  expect(statusesOf(answers)).toContain(429)
})

test('sign-ins count too', async () => {
  const { tenantId, clientId, clientSecret } = await api.createTenant()
  const ctx = systemContext(api.services.platform, { tenantId, action: 'test' })
  await setTenantRateLimit(ctx, { rateLimitPerMinute: 30 })
  const signIn = () =>
    api.anonymous().send({
      method: 'POST',
      path: '/oauth/token',
      json: {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      },
    })
  const answers = await Promise.all(Array.from({ length: 35 }, signIn))
  expect(admitted(answers)).toBeLessThan(30)
  const refused = answers.find(({ status }) => status === 429)!
  expect(refused.body).toMatchObject({ code: 'rate_limited' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})
