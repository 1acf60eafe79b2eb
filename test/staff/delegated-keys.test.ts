/** Programs that act for a person: the key from `therapy login`, and what it can do. */
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#platform/audit/schemas.ts'
import type { Page } from '#platform/core/lists/paging.ts'
import { IN_PERSON_ONLY, resourceOf } from '#platform/core/access/permissions.ts'
import type { Me } from '#staff/users/get-me.ts'
import type { UserSession } from '#staff/user-sessions/schemas.ts'
import { PERMISSIONS } from '#vocabulary/resources.ts'
import type { Operation } from '../../api/http/operation.ts'
import { operations } from '../../api/resources/index.ts'
import { exampleCall, requestOf } from '../contract/world.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { joinAs, type Browser } from './support.ts'

const DAY = 24 * 60 * 60_000

let api: TestApi
let centre: ApiClient

beforeAll(async () => {
  api = await startApi()
  centre = await api.createTenant()
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

type Asked = Record<string, string>

const newRequest = (more: Asked = {}) => {
  const verifier = randomBytes(32).toString('base64url')
  const asked: Asked = {
    response_type: 'code',
    client_id: 'therapy-cli',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    name: 'therapy on a laptop',
    ...more,
  }
  return { verifier, asked }
}

const pathOf = (asked: Asked) => `/oauth/authorize?${new URLSearchParams(asked).toString()}`

const answer = (
  person: Browser,
  asked: Asked,
  decision: Asked = { decision: 'allow', days: '7' },
) =>
  person.send<string>({
    method: 'POST',
    path: '/oauth/authorize',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...asked, ...decision }).toString(),
  })

/** The code shown by the page. */
const codeOf = (page: string) => /<code[^>]*>([\w-]{43})<\/code>/.exec(page)?.[1] ?? ''

const exchange = (code: string, verifier: string, more: Asked = {}) =>
  api.anonymous().send<{ access_token: string; expires_in: number; scope: string; error: string }>({
    method: 'POST',
    path: '/oauth/token',
    json: {
      grant_type: 'authorization_code',
      client_id: 'therapy-cli',
      code,
      code_verifier: verifier,
      ...more,
    },
  })

const as = (token: string) => {
  const anonymous = api.anonymous()
  const send: typeof anonymous.send = (request) =>
    anonymous.send({
      ...request,
      headers: { authorization: `Bearer ${token}`, ...request.headers },
    })
  return { send, get: <Body>(at: string) => send<Body>({ path: at }) }
}

const keyOf = async (person: Browser, more: Asked = {}, days = '7') => {
  const { verifier, asked } = newRequest(more)
  const { text: page } = await answer(person, asked, { decision: 'allow', days })
  const { status, body } = await exchange(codeOf(page), verifier)
  expect(status).toBe(200)
  return { ...as(body.access_token), token: body.access_token, issued: body }
}

describe('the consent page', () => {
  test('names the program, the scopes and the centre, and has no effect when it is viewed', async () => {
    const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const { asked } = newRequest({ name: '<b>therapy</b>', scope: 'bookings children.read' })
    const { status, text: page, headers } = await person.get(pathOf(asked))
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page).toContain('&lt;b&gt;therapy&lt;/b&gt;')
    expect(page).toContain(person.user.name)
    expect(page).toContain('bookings, children.read')
    const whole = await person.get<string>(pathOf(newRequest().asked))
    expect(whole.text).toMatch(/with the permissions of your roles\.\s+It cannot sign/)
    expect(await api.query('SELECT FROM authorization_codes')).toEqual([])
  })

  test('makes a signed-out person sign in first and returns to the page', async () => {
    const { asked } = newRequest()
    const { text: page } = await api.anonymous().get<string>(pathOf(asked))
    expect(page).toContain('Sign in first')
    expect(page).toContain(`code_challenge=${asked['code_challenge']}`)
  })

  test.each([
    ['response_type', 'token'],
    ['client_id', 'another'],
    ['code_challenge_method', 'plain'],
    ['code_challenge', 'short'],
    ['redirect_uri', 'https://evil.example.com/'],
    ['redirect_uri', 'http://127.0.0.1.evil.example.com/'],
    ['redirect_uri', 'http://user@127.0.0.1/'],
    ['redirect_uri', 'http://localhost/'],
    ['redirect_uri', 'javascript:alert(1)'],
    ['state', 'x'.repeat(201)],
    ['name', 'therapy\u202e'],
    ['scope', 'bookings everything'],
    ['scope', 'signatures-on-behalf'],
  ])('refuses %s %s, and redirects nobody there', async (name, value) => {
    const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const { asked } = newRequest({ [name]: value })
    for (const refused of [await person.get(pathOf(asked)), await answer(person, asked)]) {
      expect(refused.status).toBe(400)
      expect(refused.headers.get('location')).toBeNull()
    }
  })

  test('accepts only its own form, and handles a refusal', async () => {
    const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const { asked } = newRequest({ redirect_uri: 'http://127.0.0.1:4711/back', state: 'mine' })
    const refused = await answer(person, asked, { decision: 'refuse' })
    expect(refused.text).toContain('http://127.0.0.1:4711/back?error=access_denied&amp;state=mine')
    const foreign = await person.send({
      method: 'POST',
      path: '/oauth/authorize',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
      },
      body: new URLSearchParams({ ...asked, decision: 'allow', days: '7' }).toString(),
    })
    expect(foreign.body).toMatchObject({ code: 'cross_site_request' })
  })
})

describe('a code', () => {
  test('is exchanged once with its verifier, and reuse revokes the key', async () => {
    const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const { verifier, asked } = newRequest()
    const code = codeOf((await answer(person, asked)).text)
    const wrong = await exchange(code, randomBytes(32).toString('base64url'))
    expect(wrong).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const elsewhere = await exchange(code, verifier, { redirect_uri: 'http://127.0.0.1:1/' })
    expect(elsewhere.status).toBe(400)
    const { body } = await exchange(code, verifier)
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 7 * 24 * 60 * 60 })
    const key = as(body.access_token)
    expect((await key.get('/v1/me')).status).toBe(200)
    expect((await exchange(code, verifier)).status).toBe(400)
    expect((await key.get('/v1/me')).status).toBe(401)
  })

  test('is exchanged once by simultaneous requests', async () => {
    const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const { verifier, asked } = newRequest()
    const code = codeOf((await answer(person, asked)).text)
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(code, verifier)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('lasts five minutes, and ends when its person is deactivated', async () => {
    const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const late = newRequest()
    const code = codeOf((await answer(person, late.asked)).text)
    api.clock.advance(5 * 60_000 + 1)
    expect((await exchange(code, late.verifier)).status).toBe(400)
    const left = newRequest()
    const their = codeOf((await answer(person, left.asked)).text)
    await centre.post(`/v1/users/${person.user.id}/deactivate`)
    expect((await exchange(their, left.verifier)).status).toBe(400)
  })
})

describe('a delegated key', () => {
  test('does not receive the response to a request of its person', async () => {
    const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const program = await keyOf(person, { scope: 'clients' })
    const request = {
      method: 'POST',
      path: '/v1/clients',
      headers: { 'idempotency-key': 'a-key-of-the-person' },
      json: { name: 'Ana Ruiz', email: 'ana@example.org' },
    }
    const replayed = async (by: Pick<Browser, 'send'>) => {
      const { status, headers, text: said } = await by.send(request)
      expect(status, said).toBe(201)
      return headers.has('idempotent-replayed')
    }
    expect(await replayed(person)).toBe(false)
    expect(await replayed(person)).toBe(true)
    expect(await replayed(program)).toBe(false)
    expect(await replayed(program)).toBe(true)
  })

  test('acts as its person within its scopes, and the trail names it', async () => {
    const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const key = await keyOf(person, { scope: 'bookings children.read admin' })
    const { body: me } = await key.get<Me>('/v1/me')
    expect(me).toMatchObject({ kind: 'USER', id: person.user.id })
    const permissions = me.access.flatMap((access) => access.permissions)
    expect(permissions).toContain('children:read')
    expect(permissions).toContain('appointments:write')
    expect(permissions).not.toContain('children:write')
    const child = { firstName: 'Mia', lastName: 'Ruiz', birthDate: '2020-05-01' }
    const refused = await key.send({ method: 'POST', path: '/v1/children', json: child })
    expect(refused).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })
    const { body: trail } = await centre.get<Page<AuditEntry>>(
      `/v1/audit-entries?actorId=${person.user.id}&action=createChild`,
    )
    expect(trail.data[0]).toMatchObject({ actor: { through: me.sessionId }, outcome: 'REFUSED' })
  })

  const refusals = async (of: readonly Operation[]) => {
    const owner = await joinAs(api, centre, { roles: ['OWNER'] })
    const key = await keyOf(owner)
    const answers: Record<string, unknown> = {}
    for (const operation of of) {
      const { status, body } = await key.send({
        ...requestOf(operation, exampleCall(operation)),
        headers: { 'idempotency-key': `${operation.id}-${owner.user.id}` },
      })
      const { code, detail } = body as { code?: string; detail?: string }
      answers[operation.id] =
        status === 403 && code === 'insufficient_scope' && /themselves/.test(detail!)
    }
    return answers
  }
  const all = (of: readonly Operation[], refused: boolean) =>
    Object.fromEntries(of.map(({ id }) => [id, refused]))

  test('cannot do what only people may do, whatever its roles and scopes', async () => {
    const inPerson = operations.filter(({ permissions }) =>
      permissions.some((needed) => IN_PERSON_ONLY.has(needed)),
    )
    expect(inPerson.length).toBeGreaterThan(55)
    expect(await refusals(inPerson)).toEqual(all(inPerson, true))
  })

  test('cannot change what needs a fresh proof without a stated reason', async () => {
    const marked = operations.filter(({ freshProof, sunset }) => freshProof && !sunset)
    const programsOf = ({ permission }: Operation) => PERMISSIONS[resourceOf(permission)].programs
    const refused = marked.filter((it) => programsOf(it)?.in !== 'ALL_CENTRES')
    expect(refused.length).toBeGreaterThan(60)
    expect(await refusals(refused)).toEqual(all(refused, true))
    await api.query('UPDATE tenants SET is_test = true WHERE tenant_id = $1', [centre.tenantId])
    const free = marked.filter(programsOf)
    expect(free.length).toBeGreaterThan(10)
    expect(await refusals(free)).toEqual(all(free, false))
    await api.query('UPDATE tenants SET is_test = false WHERE tenant_id = $1', [centre.tenantId])
  })

  test('cannot sign notes', async () => {
    const { body: provider } = await centre.post<{ id: string }>('/v1/providers', { name: 'Dr. B' })
    const person = await joinAs(api, centre, { roles: ['THERAPIST'], providerId: provider.id })
    const { body: child } = await centre.post<{ id: string }>('/v1/children', {
      firstName: 'Mia',
      lastName: 'Ruiz',
      birthDate: '2020-05-01',
      primaryProviderId: provider.id,
    })
    const key = await keyOf(person)
    const post = <Body>(at: string, json: unknown = {}) =>
      key.send<Body>({ method: 'POST', path: at, json })
    const { body: session } = await post<{ id: string }>('/v1/sessions', {
      childId: child.id,
      providerId: provider.id,
      startedAt: '2026-11-23T09:00:00.000Z',
      endedAt: '2026-11-23T09:45:00.000Z',
    })
    const { status, body: note } = await post<{ id: string }>(`/v1/sessions/${session.id}/notes`, {
      subjective: 'Came gladly.',
    })
    expect(status, JSON.stringify(note)).toBe(201)
    const signed = await post(`/v1/session-notes/${note.id}/sign`)
    expect(signed.body).toMatchObject({ code: 'wrong_signer' })
    expect((await person.post(`/v1/session-notes/${note.id}/sign`)).status).toBe(200)
  })

  test('cannot be used as a cookie, nor a cookie as a key', async () => {
    const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const key = await keyOf(person)
    const asCookie = await api.anonymous().send({
      path: '/v1/me',
      headers: { cookie: `therapy_session=${key.token}` },
    })
    expect(asCookie.status).toBe(401)
    expect((await as(person.cookies.get('therapy_session')!).get('/v1/me')).status).toBe(401)
  })

  test('appears in the sessions of its person and ends there, with them, or by itself', async () => {
    const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const keys = await Promise.all([keyOf(person), keyOf(person)])
    const { body: list } = await person.get<Page<UserSession>>('/v1/user-sessions')
    const theirs = list.data.filter(({ method }) => method === 'DELEGATION')
    expect(theirs).toHaveLength(2)
    expect(theirs[0]).toMatchObject({ name: 'therapy on a laptop', isCurrent: false })
    const { body: me } = await keys[0].get<Me>('/v1/me')
    const revoked = await keys[0].send({
      method: 'POST',
      path: `/v1/user-sessions/${me.sessionId}/revoke`,
    })
    expect(revoked.status).toBe(200)
    expect((await keys[0].get('/v1/me')).status).toBe(401)
    expect((await keys[1].get('/v1/me')).status).toBe(200)
    await centre.post(`/v1/users/${person.user.id}/deactivate`)
    expect((await keys[1].get('/v1/me')).status).toBe(401)
  })

  test('keeps its token through pauses until it expires', async () => {
    const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const key = await keyOf(person)
    api.clock.advance(6 * DAY)
    const later = await key.get('/v1/me')
    expect(later.status).toBe(200)
    expect(later.headers.getSetCookie()).toEqual([])
    api.clock.advance(DAY + 1)
    expect((await key.get('/v1/me')).status).toBe(401)
    centre = await api.createClient(centre.tenantId)
  })

  test('lasts up to the limit of the centre, and a shorter limit ends existing ones', async () => {
    const other = await api.createTenant()
    const person = await joinAs(api, other, { roles: ['SCHEDULER'] })
    const { asked } = newRequest()
    const tooLong = await answer(person, asked, { decision: 'allow', days: '31' })
    expect(tooLong.body).toMatchObject({ code: 'validation_failed' })
    const key = await keyOf(person, {}, '30')
    expect((await other.patch('/v1/organization', { delegatedKeyLongestDays: 7 })).status).toBe(200)
    expect((await key.get('/v1/me')).status).toBe(200)
    await other.patch('/v1/organization', { delegatedKeyLongestDays: 0 })
    expect((await key.get('/v1/me')).status).toBe(401)
    expect((await person.get(pathOf(asked))).body).toMatchObject({ code: 'delegation_not_allowed' })
    expect((await answer(person, asked)).body).toMatchObject({ code: 'delegation_not_allowed' })
  })
})

describe('an unused code', () => {
  const allowed = async (at: ApiClient) => {
    const person = await joinAs(api, at, { roles: ['SCHEDULER'] })
    const { verifier, asked } = newRequest()
    const { text: page } = await answer(person, asked, { decision: 'allow', days: '30' })
    return { person, exchanged: () => exchange(codeOf(page), verifier) }
  }
  const ends: [string, (at: ApiClient, person: Browser & { user: { id: string } }) => unknown][] = [
    ['all sessions', (at, { user }) => at.post(`/v1/users/${user.id}/end-sessions`)],
    [
      'the session',
      async (at, person) => {
        const { sessionId } = await person.readMe()
        return at.post(`/v1/user-sessions/${sessionId}/revoke`)
      },
    ],
    ['signing out', (_, person) => person.post('/sign-out')],
    [
      'the account, which is opened again',
      async (at, { user }) => {
        await at.post(`/v1/users/${user.id}/deactivate`)
        return at.post(`/v1/users/${user.id}/reactivate`)
      },
    ],
    [
      'what the centre allows',
      (at) => at.patch('/v1/organization', { delegatedKeyLongestDays: 0 }),
    ],
    ['its days', (at) => at.patch('/v1/organization', { delegatedKeyLongestDays: 7 })],
  ]

  test.each(ends)('ends with %s', async (_, end) => {
    const at = await api.createTenant()
    const { person, exchanged } = await allowed(at)
    const { status, text: why } = (await end(at, person)) as { status: number; text: string }
    expect(status, why).toBeLessThan(400)
    expect((await exchanged()).body).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('therapy login', () => {
  const start = (home: string, ...args: string[]) => {
    const child = spawn(
      process.execPath,
      [path.join(import.meta.dirname, '../../cli/main.ts'), ...args],
      { env: { PATH: process.env['PATH'] ?? '', XDG_CONFIG_HOME: home } },
    )
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    const said = text(child.stdout)
    return { child, done: async () => ({ code: await ended, said: await said }) }
  }

  test('is approved in the browser, and api, whoami and logout work', async () => {
    await using server = await api.listen()
    const home = await mkdtemp(path.join(tmpdir(), 'therapy-home-'))
    try {
      const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
      const { child, done } = start(home, 'login', '--url', server.url, '--name', 'mine')
      const shown = new Promise<string>((resolve) => {
        let said = ''
        child.stderr.on('data', (part: Buffer) => {
          said += part.toString()
          const url = /http:\/\/\S+/.exec(said)?.[0]
          if (url && said.includes('\n\n', said.indexOf(url))) resolve(url)
        })
      })
      const { searchParams } = new URL(await shown)
      const { text: page } = await answer(person, Object.fromEntries(searchParams))
      const back = /href="(http:\/\/127\.0\.0\.1[^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&')
      expect((await fetch(new URL('/?state=guess&code=x', back))).status).toBe(404)
      expect(await (await fetch(back)).text()).toContain('You can close this page')
      expect((await done()).code).toBe(0)
      const file = path.join(home, 'therapy-care/keys.json')
      expect((await stat(file)).mode & 0o777).toBe(0o600)

      const who = await start(home, 'whoami', '--json').done()
      expect(JSON.parse(who.said)).toMatchObject({ name: person.user.name, url: server.url })
      const made = await start(home, 'api', 'POST', '/v1/clients', '--body', CLIENT).done()
      expect(made.code).toBe(0)
      expect(JSON.parse(made.said)).toMatchObject({ name: 'Ana Ruiz' })
      expect((await start(home, 'api', 'GET', '/v1/api-keys').done()).code).toBe(1)
      expect((await start(home, 'logout').done()).code).toBe(0)
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ keys: {} })
      expect((await start(home, 'whoami').done()).code).toBe(2)
    } finally {
      await rm(home, { recursive: true, force: true })
    }
  })

  test('reports a missing code if no terminal is attached', async () => {
    const { child, done } = start(tmpdir(), 'login', '--url', 'http://api.test', '--copy')
    child.stdin.end()
    const said = text(child.stderr)
    expect((await done()).code).toBe(2)
    expect(await said).toContain('No code was given.')
  })

  const CLIENT = JSON.stringify({ name: 'Ana Ruiz', email: 'ana@example.org' })
})
