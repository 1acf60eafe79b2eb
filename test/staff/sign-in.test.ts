import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#platform/audit/schemas.ts'
import type { Page } from '#platform/core/lists/paging.ts'
import { requestSignIn } from '#staff/sign-in/request-sign-in.ts'
import type { User } from '#staff/users/schemas.ts'
import type { UserSession } from '#staff/user-sessions/schemas.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { joinAs, linksSentTo, openBrowser } from './support.ts'

const MINUTE = 60_000

let api: TestApi
let centre: ApiClient

beforeAll(async () => {
  api = await startApi()
  centre = await api.createTenant()
})
// Tests move the clock past the lifetime of a token.
beforeEach(async () => {
  centre = await api.createClient(centre.tenantId)
})
afterAll(() => api[Symbol.asyncDispose]())

const askForLink = async (email: string, userId: string) => {
  const browser = openBrowser(api)
  const asked = await browser.post('/sign-in', { email })
  expect(asked.status).toBe(202)
  const [path] = await linksSentTo(api, userId)
  return { browser, path: path! }
}

describe('an invitation', () => {
  test('makes the person an active user with a session', async () => {
    const { status, body: user } = await centre.post<User>('/v1/users', {
      email: 'Ana.Ruiz@Example.org',
      name: 'Ana Ruiz',
      roles: ['SCHEDULER'],
    })
    expect(status).toBe(201)
    expect(user).toMatchObject({ email: 'ana.ruiz@example.org', status: 'INVITED' })
    const [path] = await linksSentTo(api, user.id)
    const browser = openBrowser(api)
    // A link scanner uses nothing up.
    for (let look = 0; look < 3; look += 1)
      expect((await browser.get(path!)).body).toMatchObject({
        purpose: 'INVITATION',
        name: 'Ana Ruiz',
      })
    expect((await browser.post(path!)).status).toBe(200)
    expect(await browser.readMe()).toMatchObject({
      kind: 'USER',
      id: user.id,
      roles: ['SCHEDULER'],
      access: [{ sight: 'CENTRE' }],
    })
    const after = await centre.get<User>(`/v1/users/${user.id}`)
    expect(after.body).toMatchObject({ status: 'ACTIVE', activatedAt: expect.any(String) })
    expect((await openBrowser(api).post(path!)).body).toMatchObject({ code: 'link_used' })
    const told = await api.query<{ type: string }>(
      `SELECT type FROM outbox WHERE kind = 'event' AND subject_id = $1 ORDER BY seq`,
      [user.id],
    )
    expect(told.map(({ type }) => type)).toEqual(['user.invited', 'user.activated', 'user.updated'])
  })

  test('is resent with another link, and the first one ends', async () => {
    const { body: user } = await centre.post<User>('/v1/users', {
      email: 'twice@example.org',
      name: 'Twice',
      roles: ['READ_ONLY'],
    })
    const [first] = await linksSentTo(api, user.id)
    expect((await centre.post(`/v1/users/${user.id}/resend-invitation`)).status).toBe(200)
    const [second] = await linksSentTo(api, user.id)
    expect((await openBrowser(api).post(first!)).body).toMatchObject({ code: 'link_expired' })
    expect((await openBrowser(api).post(second!)).status).toBe(200)
  })

  test('expires after seven days', async () => {
    const { body: user } = await centre.post<User>('/v1/users', {
      email: 'late@example.org',
      name: 'Late',
      roles: ['READ_ONLY'],
    })
    const [path] = await linksSentTo(api, user.id)
    api.clock.advance(7 * 24 * 60 * MINUTE)
    expect((await openBrowser(api).post(path!)).body).toMatchObject({ code: 'link_expired' })
    api.clock.advance(-7 * 24 * 60 * MINUTE)
  })
})

describe('a sign-in link', () => {
  test('signs in once, in the browser that requested it', async () => {
    const { user } = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const { browser, path } = await askForLink(user.email.toUpperCase(), user.id)
    expect((await openBrowser(api).post(path)).body).toMatchObject({ code: 'other_browser' })
    expect((await browser.post(path)).status).toBe(200)
    expect(await browser.readMe()).toMatchObject({ id: user.id })
    expect((await browser.post(path)).body).toMatchObject({ code: 'link_used' })
  })

  test('is used up by one of many simultaneous requests', async () => {
    const { user } = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const { browser, path } = await askForLink(user.email, user.id)
    const answers = await Promise.all(Array.from({ length: 8 }, () => browser.post(path)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('expires after 15 minutes', async () => {
    const { user } = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const { browser, path } = await askForLink(user.email, user.id)
    api.clock.advance(15 * MINUTE)
    expect((await browser.post(path)).body).toMatchObject({ code: 'link_expired' })
  })

  test('gets the same response in the same time for an unknown address', async () => {
    const { user } = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const known = openBrowser(api)
    const unknown = openBrowser(api)
    const startedAt = performance.now()
    const [one, other] = await Promise.all([
      known.post('/sign-in', { email: user.email }),
      unknown.post('/sign-in', { email: 'nobody@example.org' }),
    ])
    expect(performance.now() - startedAt).toBeGreaterThan(450)
    expect(other.status).toBe(one.status)
    expect(other.text).toBe(one.text)
    expect([...unknown.cookies.keys()]).toEqual([...known.cookies.keys()])
  })

  test('is sent a limited number of times to one address', async () => {
    const { user } = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const browser = openBrowser(api)
    const statuses: number[] = []
    for (let ask = 0; ask < 4; ask += 1)
      statuses.push((await browser.post('/sign-in', { email: user.email })).status)
    expect(statuses).toEqual([202, 202, 202, 429])
  })

  /** Requests beyond the limit per minute. */
  const ask = (email: string, browserSecret: string, askedFrom: string) =>
    requestSignIn(
      { platform: api.services.platform, action: 'requestSignIn' },
      { email, browserSecret, askedFrom },
    )

  test('is sent five times in a quarter of an hour per requester, and not a sixth time', async () => {
    const { user } = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const asked = () => ask(user.email, 'of a browser', '198.51.100.1')
    await Promise.all(Array.from({ length: 10 }, asked))
    // …and the invitation.
    expect(await linksSentTo(api, user.id)).toHaveLength(6)
    api.clock.advance(15 * MINUTE)
    await asked()
    expect(await linksSentTo(api, user.id)).toHaveLength(7)
  })

  test('reaches its person, whatever strangers requested', async () => {
    const person = await joinAs(api, centre, { roles: ['OWNER'] })
    const { email, id } = person.user
    // As in the report: 3 and 2 by a stranger.
    const stranger = openBrowser(api)
    for (let at = 0; at < 3; at += 1) await stranger.post('/sign-in', { email })
    for (let at = 0; at < 3; at += 1) await ask(email, 'of a stranger', '198.51.100.1')
    const newlyBought = openBrowser(api)
    const before = await linksSentTo(api, id)
    expect((await newlyBought.post('/sign-in', { email })).status).toBe(202)
    const [path, ...others] = await linksSentTo(api, id)
    expect(others).toEqual(before)
    expect((await newlyBought.post(path!)).status).toBe(200)

    // Many addresses use up the share of strangers; known browsers are still served.
    for (let site = 0; site < 30; site += 1) await ask(email, `browser ${site}`, `site ${site}`)
    const flooded = await linksSentTo(api, id)
    await ask(email, 'one more', 'one more')
    expect(await linksSentTo(api, id)).toEqual(flooded)
    for (const known of [person, newlyBought]) {
      await known.post('/sign-out')
      expect((await known.post('/sign-in', { email })).status).toBe(202)
      const [own] = await linksSentTo(api, id)
      expect((await known.post(own!)).status).toBe(200)
    }
    // A mailbox cannot be flooded.
    expect((await linksSentTo(api, id)).length).toBeLessThan(40)
  })

  test('warns if it would end the session of another person, and ends it', async () => {
    const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const { body: other } = await centre.post<User>('/v1/users', {
      email: 'invited-by-a-stranger@example.org',
      name: 'Stranger',
      roles: ['READ_ONLY'],
    })
    const [path] = await linksSentTo(api, other.id)
    const page = await person.send({ path: path!, headers: { accept: 'text/html' } })
    expect(page.text).toContain(person.user.email)
    const old = person.cookies.get('therapy_session')!
    expect((await person.post(path!)).status).toBe(200)
    const thief = openBrowser(api)
    thief.cookies.set('therapy_session', old)
    expect((await thief.get('/v1/me')).status).toBe(401)
  })

  test('is sent by every centre that knows the address', async () => {
    const second = await api.createTenant()
    const email = 'both@example.org'
    const here = await joinAs(api, centre, { roles: ['SCHEDULER'], email })
    const there = await joinAs(api, second, { roles: ['BILLER'], email })
    const browser = openBrowser(api)
    await browser.post('/sign-in', { email })
    const [toHere] = await linksSentTo(api, here.user.id)
    const [toThere] = await linksSentTo(api, there.user.id)
    expect((await browser.post(toThere!)).status).toBe(200)
    expect(await browser.readMe()).toMatchObject({ id: there.user.id, roles: ['BILLER'] })
    expect((await browser.post(toHere!)).status).toBe(200)
    expect(await browser.readMe()).toMatchObject({ id: here.user.id, roles: ['SCHEDULER'] })
  })
})

describe('a session', () => {
  test('is ignored on requests of other sites', async () => {
    const person = await joinAs(api, centre, { roles: ['ADMINISTRATOR'] })
    const body = {
      path: '/v1/locations',
      method: 'POST',
      json: { name: 'X', timeZone: 'Europe/Berlin' },
    }
    const theirs = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const fromElsewhere = await person.send({ ...body, headers: theirs })
    expect(fromElsewhere.body).toMatchObject({ code: 'cross_site_request' })
    // A sibling subdomain has other pages.
    const sibling = await person.send({ ...body, headers: { 'sec-fetch-site': 'same-site' } })
    expect(sibling.body).toMatchObject({ code: 'cross_site_request' })
    const withoutToken = await person.send({ ...body, headers: { 'x-csrf-token': 'guessed' } })
    expect(withoutToken.body).toMatchObject({ code: 'cross_site_request' })
    expect((await person.send(body)).status).toBe(201)
  })

  test('changes its token every quarter of an hour, and an old token ends it', async () => {
    const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const first = new Map(person.cookies)
    api.clock.advance(16 * MINUTE)
    expect((await person.get('/v1/me')).status).toBe(200)
    expect(person.cookies.get('therapy_session')).not.toBe(first.get('therapy_session'))
    // Requests in progress get the same successor.
    const sibling = openBrowser(api)
    sibling.cookies.set('therapy_session', first.get('therapy_session')!)
    expect((await sibling.get('/v1/me')).status).toBe(200)
    expect(sibling.cookies.get('therapy_session')).toBe(person.cookies.get('therapy_session'))
    api.clock.advance(2 * MINUTE)
    expect((await person.get('/v1/me')).status).toBe(200)
    const thief = openBrowser(api)
    thief.cookies.set('therapy_session', first.get('therapy_session')!)
    expect((await thief.get('/v1/me')).status).toBe(401)
    expect((await person.get('/v1/me')).status).toBe(401)
  })

  test('continues when its token changes on the page of the current user', async () => {
    const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const before = person.cookies.get('therapy_session')
    api.clock.advance(16 * MINUTE)
    expect((await person.get('/sign-in')).status).toBe(200)
    expect(person.cookies.get('therapy_session')).not.toBe(before)
    api.clock.advance(2 * MINUTE)
    expect((await person.get('/v1/me')).status).toBe(200)
  })

  test('ends an hour after its last use', async () => {
    const idle = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    api.clock.advance(59 * MINUTE)
    expect((await idle.get('/v1/me')).status).toBe(200)
    api.clock.advance(61 * MINUTE)
    expect((await idle.get('/v1/me')).status).toBe(401)
  })

  test('ends twelve hours after its start, however much it is used', async () => {
    const busy = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    for (let half = 0; half < 23; half += 1) {
      api.clock.advance(30 * MINUTE)
      expect((await busy.get('/v1/me')).status, `after ${half + 1} half hours`).toBe(200)
    }
    api.clock.advance(31 * MINUTE)
    expect((await busy.get('/v1/me')).status).toBe(401)
  })

  test('is listed for its person, and only they can revoke it', async () => {
    const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const other = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const { body: mine } = await person.get<Page<UserSession>>('/v1/user-sessions')
    expect(mine.data).toEqual([
      expect.objectContaining({ userId: person.user.id, isCurrent: true, method: 'INVITATION' }),
    ])
    const path = `/v1/user-sessions/${mine.data[0]!.id}/revoke`
    expect((await other.post(path)).status).toBe(404)
    expect((await person.post(path)).status).toBe(200)
    expect((await person.get('/v1/me')).status).toBe(401)
  })

  test('ends immediately when its user is deactivated', async () => {
    const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const { browser, path } = await askForLink(person.user.email, person.user.id)
    expect((await person.get('/v1/me')).status).toBe(200)
    expect((await centre.post(`/v1/users/${person.user.id}/deactivate`)).status).toBe(200)
    expect((await person.get('/v1/me')).status).toBe(401)
    expect((await browser.post(path)).body).toMatchObject({ code: 'link_expired' })
    const asked = await openBrowser(api).post('/sign-in', { email: person.user.email })
    expect(asked.status).toBe(202)
  })

  test('ends by signing out', async () => {
    const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const kept = new Map(person.cookies)
    expect((await person.post('/sign-out')).status).toBe(200)
    expect(person.cookies.has('therapy_session')).toBe(false)
    const thief = openBrowser(api)
    thief.cookies.set('therapy_session', kept.get('therapy_session')!)
    expect((await thief.get('/v1/me')).status).toBe(401)
  })

  test('appears in the audit trail together with its person', async () => {
    const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const { sessionId } = await person.readMe()
    await person.get('/v1/locations')
    const { body } = await centre.get<Page<AuditEntry>>(
      `/v1/audit-entries?actorId=${person.user.id}&limit=100`,
    )
    const actions = body.data.map(({ action, actor }) => [action, actor.kind, actor.through])
    expect(actions).toContainEqual(['listLocations', 'USER', sessionId])
    expect(actions).toContainEqual(['signIn', 'USER', null])
  })
})

describe('the pages', () => {
  const asPage = { accept: 'text/html' }

  test('lead from the address to signing in and out, without a script', async () => {
    const { user } = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const browser = openBrowser(api)
    const form = { ...asPage, 'content-type': 'application/x-www-form-urlencoded' }
    const start = await browser.send({ path: '/sign-in', headers: asPage })
    expect(start.text).toContain('name="email"')
    // The page works without a script; the script for passkeys is the one its policy names.
    const [, script = ''] = /<script>(.*)<\/script>/s.exec(start.text) ?? []
    const hash = createHash('sha256').update(script).digest('base64')
    expect(start.headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}';`)
    const body = new URLSearchParams({ email: user.email }).toString()
    const sent = await browser.send({ method: 'POST', path: '/sign-in', headers: form, body })
    expect(sent.text).toContain('Check your e-mail')
    const [path] = await linksSentTo(api, user.id)
    const asking = await browser.send({ path: path!, headers: asPage })
    expect(asking.text).toContain(user.name)
    const used = await browser.send({ method: 'POST', path: path!, headers: form, body: '' })
    expect([used.status, used.headers.get('location')]).toEqual([303, '/sign-in'])
    const home = await browser.send({ path: '/sign-in', headers: asPage })
    expect(home.text).toContain('Sign out')
    const out = await browser.send({ method: 'POST', path: '/sign-out', headers: form, body: '' })
    expect(out.status).toBe(303)
    expect((await browser.send({ path: '/sign-in', headers: asPage })).text).toContain(
      'name="email"',
    )
  })

  test('explain what to do with an unusable link', async () => {
    const answer = await openBrowser(api).send({
      path: `/sign-in/${'x'.repeat(42)}`,
      headers: asPage,
    })
    expect(answer.status).toBe(404)
    expect(answer.text).toContain('Ask for a new link')
  })
})

describe('browsers without Sec-Fetch-Site', () => {
  const ask = (origin: string) =>
    api.anonymous().send({
      method: 'POST',
      path: '/sign-in',
      json: { email: 'somebody@example.org' },
      headers: { origin },
    })

  test('are identified by their Origin', async () => {
    expect((await ask(api.services.publicUrl)).status).toBe(202)
    expect((await ask('https://evil.test')).body).toMatchObject({ code: 'cross_site_request' })
    expect((await ask('null')).body).toMatchObject({ code: 'cross_site_request' })
  })
})
