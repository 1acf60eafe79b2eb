/** Many callers share one address: failures of one do not refuse the valid requests of others. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SUSPECT_LOOKUPS_PER_SECOND } from '../../../api/http/count.ts'
import { createWorld, type World } from '../../contract/world.ts'
import { startApi, type ApiAnswer, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
let client: ApiClient
let world: World

beforeAll(async () => {
  api = await startApi({ trustedProxyRanges: ['2001:db8::/32'] })
  client = await api.createTenant()
  world = createWorld(api, client)
})

afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

type Caller = Pick<ApiClient, 'send'>

const signIn = (caller: Caller, clientId: string, clientSecret: string) =>
  caller.send({
    method: 'POST',
    path: '/oauth/token',
    json: {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    },
  })

/** Sends wrong credentials, a few at a time, until one is refused for their number; returns all responses. */
const useUp = async (wrong: (index: number) => Promise<ApiAnswer>, most: number) => {
  const answers: ApiAnswer[] = []
  while (answers.length < most && !answers.some(isOverLimit)) {
    const from = answers.length
    answers.push(...(await Promise.all(Array.from({ length: 20 }, (_, at) => wrong(from + at)))))
  }
  return answers
}

/** For the limit per minute, not the ten-minute limit of sign-ins. */
const isOverLimit = ({ status, headers }: ApiAnswer) =>
  status === 429 && headers.get('x-ratelimit-remaining') === '0'

const expectRefused = (answer: ApiAnswer) => {
  expect(answer.status).toBe(429)
  expect(answer.body).toMatchObject({ code: 'rate_limited' })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
}

describe('an address that sent too many invalid requests', () => {
  test('signs in with a right secret, while wrong ones are refused', async () => {
    const proxy = api.anonymous()
    const guess = (index: number) => signIn(proxy, `key_${index}`, 'sk_guess')
    const answers = await useUp(guess, 700)
    const told = answers.filter(({ status }) => status === 401)
    expect(told).toHaveLength(100)
    expect(answers.some(isOverLimit)).toBe(true)
    const right = await signIn(proxy, client.clientId, client.clientSecret)
    expect(right.status, right.text).toBe(200)
    expectRefused(await guess(1_000))
    expectRefused(await signIn(proxy, client.clientId, 'sk_guess'))
    const { access_token: token } = right.body as { access_token: string }
    const headers = { authorization: `Bearer ${token}` }
    expect((await proxy.send({ path: '/v1/locations', headers })).status).toBe(200)
  })

  test('signs in with a client even if its own secret was guessed from there', async () => {
    const proxy = api.anonymous()
    const one = await api.createClient(client.tenantId)
    const statuses: number[] = []
    for (let count = 0; count < 12; count += 1)
      statuses.push((await signIn(proxy, one.clientId, 'sk_guess')).status)
    expect(statuses.slice(10)).toEqual([429, 429])
    expect((await signIn(proxy, one.clientId, one.clientSecret)).status).toBe(200)
  })

  test('has a limited number of secrets checked, so the server stays responsive', async () => {
    const proxy = api.anonymous()
    await useUp((index) => signIn(proxy, `key_${index}`, 'sk_guess'), 700)
    const flood = await Promise.all(
      Array.from({ length: 4 * SUSPECT_LOOKUPS_PER_SECOND }, (_, index) =>
        signIn(proxy, `key_f${index}`, 'sk_guess'),
      ),
    )
    for (const answer of flood) expectRefused(answer)
  })

  test.each([
    ['links', (world: World) => world.feedbackLink(), '/links/', 60],
    ['calendars', feedPath, '/calendars/', 300],
    ['files', (world: World) => world.fileLink('get'), '/v1/files/', 600],
  ] as const)(
    'accepts valid %s, while invalid ones are refused',
    async (_, pathIn, prefix, limit) => {
      const proxy = api.anonymous()
      const path = await pathIn(world)
      const wrong = (index: number) =>
        proxy.send({ path: `${prefix}guess-${index}${prefix === '/calendars/' ? '.ics' : ''}` })
      const answers = await useUp(wrong, limit + 40)
      expect(answers.filter(({ status }) => status !== 429)).toHaveLength(limit)
      expectRefused(answers.at(-1)!)
      const right = await proxy.send({ path })
      expect(right.status, right.text).toBe(200)
      expect(right.headers.get('x-ratelimit-remaining')).not.toBe('0')
    },
  )

  test('attempts on one link are limited too, from any address', async () => {
    const path = await world.feedbackLink()
    const answers = await useUp(() => api.anonymous().send({ path }), 640)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(600)
    expectRefused(answers.at(-1)!)
  })
})

async function feedPath(world: World): Promise<string> {
  return new URL(String((await world.calendarFeed())['url'])).pathname
}

describe('limits by address', () => {
  /** A caller behind the trusted proxy. */
  const from = (address: string) => ({ 'x-forwarded-for': address })

  test.each([
    ['calls without a token', '/v1/locations', 600],
    ['links', '/links/guess', 60],
    ['calendars', '/calendars/guess.ics', 300],
  ])('count the /64 of an IPv6 caller as one: %s', async (_, path, limit) => {
    const proxy = api.anonymous()
    const site = `2a00:0:${limit.toString(16)}:1`
    const answers = await useUp(
      (index) => proxy.send({ path, headers: from(`${site}::${(index + 1).toString(16)}`) }),
      limit + 40,
    )
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(limit)
    const neighbour = await proxy.send({ path, headers: from(`${site.slice(0, -1)}2::1`) })
    expect(neighbour.status).not.toBe(429)
  })
})
