/** A page of another site can make a browser open any URL, so GET must change nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PublicRoute } from '../../api/endpoints/public-route.ts'
import { PUBLIC_ROUTES } from '../../api/endpoints/public-routes.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { joinAs, linksSentTo, type Browser } from '../staff/support.ts'
import { createWorld, type World } from './world.ts'

let api: TestApi
let world: World
let person: Browser

beforeAll(async () => {
  api = await startApi({ operatorUiOrigin: 'https://temporal.example.com' })
  const client = await api.createTenant()
  world = createWorld(api, client)
  // The platform creates its keys at their first use.
  for (const keys of ['jwks', 'webhook-keys'])
    await api.anonymous().get(`/.well-known/${keys}.json`)
  person = await joinAs(api, client, { roles: ['OWNER'] })
})

afterAll(() => api[Symbol.asyncDispose]())

/** A path of the route that exists; unnamed ones have no parameters or accept any. */
const PATHS: Record<string, () => Promise<string>> = {
  '/links/{token}': () => world.feedbackLink(),
  '/v1/files/{token}': () => world.fileLink('get'),
  '/calendars/{file}': async () => new URL(String((await world.calendarFeed())['url'])).pathname,
  '/lead-forms/{id}': async () => `/lead-forms/${(await world.leadForm()).id}`,
  '/sign-in/{token}': () => invitationPath(),
  '/sign-in/sso/{connectionId}': async () =>
    `/sign-in/sso/${(await world.provableSsoConnection()).id}`,
  '/sign-in/sso/{connectionId}/callback': async () =>
    `/sign-in/sso/${(await world.provableSsoConnection()).id}/callback?state=guessed&code=x`,
  '/oauth/authorize': async () =>
    `/oauth/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: 'therapy-cli',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      scope: 'children.read',
    }).toString()}`,
}

const invitationPath = async (): Promise<string> => {
  const { id } = await world.invitedUser()
  const [path] = await linksSentTo(api, id)
  return path!
}

/** Tables written by every request: access logs and limits. */
const OF_EVERY_REQUEST = ['audit_entries', 'audit_heads', 'rate_limits']

/** The rows of every table, as one text each. */
const everything = async (): Promise<Record<string, string>> => {
  const tables = await api.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('public', 'therapy') AND c.relkind = 'r' ORDER BY 1`,
  )
  const rows = await Promise.all(
    tables
      .filter(({ name }) => !OF_EVERY_REQUEST.includes(name.replace('public.', '')))
      .map(async ({ name }) => {
        const [row] = await api.query<{ hash: string }>(
          `SELECT md5(COALESCE(string_agg(t::text, '|' ORDER BY t::text), '')) AS hash FROM ${name} t`,
        )
        return [name, row!.hash] as const
      }),
  )
  return Object.fromEntries(rows)
}

const pathOf = async ({ path }: PublicRoute): Promise<string> =>
  (await PATHS[path]?.()) ?? path.replace(/\{\w+\}/, 'guide')

const GETS = PUBLIC_ROUTES.filter(({ method }) => method === 'GET')

test.each(GETS.map((route) => [route.path, route] as const))(
  'GET %s changes nothing, from another site or from this one',
  async (_, route) => {
    const path = await pathOf(route)
    const session = person.cookies.get('therapy_session')
    const before = await everything()
    for (const site of ['cross-site', 'same-site', 'same-origin', 'none'])
      for (const accept of ['text/html', 'application/json']) {
        const answer = await person.send({ path, headers: { accept, 'sec-fetch-site': site } })
        expect(answer.status, answer.text).toBeLessThan(500)
        expect(answer.headers.get('location') ?? '/').toMatch(/^\//)
      }
    expect(await everything()).toEqual(before)
    expect(person.cookies.get('therapy_session')).toBe(session)
  },
)

test('every public GET was tried', () => {
  expect(GETS.length).toBeGreaterThan(30)
  const known = new Set(GETS.map(({ path }) => path))
  expect(Object.keys(PATHS).filter((path) => !known.has(path))).toEqual([])
})
