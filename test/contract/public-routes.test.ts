/** The table of routes without an access token, compared with the router. */
import { signedMailEvents, signedText } from '../support/signed-texts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueOperatorToken } from '#platform/identity/issue-operator-token.ts'
import { createApp } from '../../api/app.ts'
import { routerPath } from '../../api/http/router-path.ts'
import { CREDENTIALS, type PublicRoute } from '../../api/endpoints/public-route.ts'
import { MCP_PATH } from '../../api/endpoints/mcp-paths.ts'
import { PUBLIC_ROUTES } from '../../api/endpoints/public-routes.ts'
import { notTaken } from '../../api/http/mount.ts'
import { operations } from '../../api/resources/index.ts'
import { startApi, type ApiClient, type ApiRequest, type TestApi } from '../support/api.ts'
import { createWorld, type World } from './world.ts'

const UI = 'https://temporal.example.com'
let api: TestApi

beforeAll(async () => {
  api = await startApi({ operatorUiOrigin: UI })
})

afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

describe('the router', () => {
  const EVERY_METHOD = 'ALL'
  const nameOf = ({ method, path }: { method: string; path: string }) =>
    `${method.toUpperCase()} ${path}`
  const isRoute = ({ method, handler }: { method: string; handler: unknown }) =>
    method !== EVERY_METHOD && handler !== notTaken
  const isOperation = new Set(operations.map((it) => nameOf({ ...it, path: routerPath(it) })))

  test('contains operations, public routes and model tools, each once, and nothing else', () => {
    const routes = createApp(api.services).routes.filter(isRoute).map(nameOf)
    const declared = PUBLIC_ROUTES.map((it) => nameOf({ ...it, path: routerPath(it) }))
    expect(declared.length).toBeGreaterThan(20)
    expect(routes.toSorted()).toEqual([...isOperation, ...declared, `POST ${MCP_PATH}`].toSorted())
  })

  test('serves the listed routes before authentication, and operations behind it', () => {
    const { routes } = createApp(api.services)
    const names = routes.filter(isRoute).map(nameOf)
    const firstOperation = names.findIndex((name) => isOperation.has(name))
    expect(firstOperation).toBe(PUBLIC_ROUTES.length)
    const middleware = routes.flatMap(({ method }, at) => (method === EVERY_METHOD ? [at] : []))
    expect(middleware).toEqual([0, PUBLIC_ROUTES.length + 1, PUBLIC_ROUTES.length + 2])
  })

  test('has no codec without a Temporal UI', async () => {
    const { operatorUiOrigin: _, ...services } = api.services
    const paths = createApp(services).routes.map(({ path }) => path)
    expect(paths).toContain('/oauth/token')
    expect(paths.filter((path) => path.startsWith('/codec/'))).toEqual([])
  })
})

interface Counter {
  path: string
  method?: string
  limit: number
}

type Credential = Exclude<PublicRoute['credential'], 'none'>

describe('an address that has used up its failed attempts', () => {
  let proxy: ReturnType<TestApi['anonymous']>
  let client: ApiClient
  let world: World

  beforeAll(async () => {
    proxy = api.anonymous()
    client = await api.createTenant()
    world = createWorld(api, client)
    for (const { limit, ...request } of Object.values<Counter>(counters)) {
      const answers = await Promise.all(Array.from({ length: limit }, () => proxy.send(request)))
      expect(answers.map(({ status }) => status)).not.toContain(429)
      expect((await proxy.send(request)).status, request.path).toBe(429)
    }
  })

  const counters = {
    address: { path: '/v1/locations', limit: CREDENTIALS.clientSecret.limit },
    link: { path: '/links/none', limit: CREDENTIALS.oneTimeLink.limit },
    'agent-webhook': {
      path: '/agent-webhooks/none',
      method: 'POST',
      limit: CREDENTIALS.agentWebhook.limit,
    },
    'payment-webhook': {
      path: '/payment-webhooks/none',
      method: 'POST',
      limit: CREDENTIALS.paymentWebhook.limit,
    },
    'text-webhook': {
      path: '/text-replies',
      method: 'POST',
      limit: CREDENTIALS.textWebhook.limit,
    },
    'mail-events': { path: '/mail-events', method: 'POST', limit: CREDENTIALS.mailEvents.limit },
    calendar: { path: '/calendars/none.ics', limit: CREDENTIALS.calendarFeed.limit },
  }

  test('has no other limit left', () => {
    const names = Object.values(CREDENTIALS).map(({ name }) => name)
    expect(new Set(names)).toEqual(new Set(Object.keys(counters)))
  })

  const textPath = ({ path }: PublicRoute) => path.replace('{messageId}', 'msg_none')

  const withSecret = (path: string, client_secret: string) => ({
    path,
    json: {
      grant_type: 'client_credentials',
      token: 'x',
      client_id: client.clientId,
      client_secret,
    },
  })
  const withToken = ({ path, method }: PublicRoute, token: string) => ({
    path,
    ...(path === '/codec/sign-in'
      ? { json: { token } }
      : { headers: { authorization: `Bearer ${token}` } }),
    ...(path === '/codec/decode' && { json: { payloads: [] } }),
    method,
  })

  /** A call of a route with a valid credential. */
  const right: Record<Credential, (route: PublicRoute) => Promise<ApiRequest>> = {
    clientSecret: async ({ path }) => withSecret(path, client.clientSecret),
    oneTimeLink: async ({ method }) => ({
      path: await world.feedbackLink(),
      ...(method === 'POST' && { json: { rating: 5 } }),
    }),
    fileLink: async ({ method }) => ({
      path: await world.fileLink(method.toLowerCase()),
      ...(method === 'PUT' && { body: 'Seen at home.' }),
    }),
    agentWebhook: async () => ({ path: await world.webhookPath(), json: {} }),
    paymentWebhook: () => world.paymentWebhook(),
    textWebhook: (route) => Promise.resolve(signedText(textPath(route), {})),
    mailEvents: () => Promise.resolve(signedMailEvents([], api.clock.now())),
    calendarFeed: async () => ({
      path: new URL(String((await world.calendarFeed())['url'])).pathname,
    }),
    operatorToken: async (route) => {
      const operator = { name: 'ana', minutes: 5 }
      return withToken(route, (await issueOperatorToken(api.services.platform, operator)).token)
    },
  }

  /** The same with an invalid one. */
  const wrong: Record<Credential, (route: PublicRoute) => ApiRequest> = {
    clientSecret: ({ path }) => withSecret(path, 'sk_guess'),
    oneTimeLink: () => ({ path: '/links/guess' }),
    fileLink: ({ path }) => ({ path: path.replace('{token}', 'guess') }),
    agentWebhook: () => ({ path: '/agent-webhooks/guess', json: {} }),
    paymentWebhook: () => ({ path: '/payment-webhooks/guess', json: {} }),
    textWebhook: (route) => signedText(textPath(route), {}, { token: 'guess' }),
    mailEvents: () => signedMailEvents([], new Date(0)),
    calendarFeed: () => ({ path: '/calendars/guess.ics' }),
    operatorToken: (route) => withToken(route, 'guess'),
  }

  test.each(PUBLIC_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'is limited on %s as the table says',
    async (_, route) => {
      const { method, path, credential } = route
      if (credential === 'none') {
        const { status } = await proxy.send({ method, path })
        expect(status).toBe(route.limit === 'address' ? 429 : 200)
        return
      }
      const answer = await proxy.send({ method, ...(await right[credential](route)) })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.headers.get('x-ratelimit-remaining')).toMatch(/^[1-9]/)
      const refused = await proxy.send({ method, ...wrong[credential](route) })
      expect(refused.status, refused.text).toBe(429)
      expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    },
  )
})
