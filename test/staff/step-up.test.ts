import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Page } from '#platform/core/lists/paging.ts'
import type { UserSession } from '#staff/user-sessions/schemas.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { openAuthenticator } from './authenticator.ts'
import {
  joinAs,
  linksSentTo,
  openBrowser,
  registerPasskeyIn,
  showPasskeyIn,
  type Browser,
} from './support.ts'

const MINUTE = 60_000

let api: TestApi
let centre: ApiClient

beforeAll(async () => {
  api = await startApi()
  centre = await api.createTenant()
})
beforeEach(async () => {
  centre = await api.createClient(centre.tenantId)
})
afterAll(() => api[Symbol.asyncDispose]())

const join = async (roles = ['SCHEDULER'], where = centre) => {
  const person = await joinAs(api, where, { roles })
  const { sessionId } = await person.readMe()
  return { person, sessionId: sessionId! }
}

const joinWithPasskey = async (where = centre) => {
  const { person } = await join(['SCHEDULER'], where)
  const authenticator = openAuthenticator()
  const { status, body, text } = await registerPasskeyIn(person, authenticator)
  expect(status, text).toBe(201)
  const { sessionId } = await person.readMe()
  return { person, authenticator, sessionId: sessionId!, ...body }
}

const sessionOf = async (browser: Browser): Promise<UserSession> => {
  const { body } = await browser.get<Page<UserSession>>('/v1/user-sessions')
  return body.data.find(({ isCurrent }) => isCurrent)!
}

/** Whether the session recently proved its person. */
const isFresh = async (browser: Browser): Promise<boolean> => {
  const { status, body } = await browser.post<{ code?: string }>('/sign-in/passkeys/options')
  expect(status).toBe(200)
  const credential = openAuthenticator().create(body as never)
  const answer = await browser.post<{ code?: string }>('/sign-in/passkeys', {
    name: 'Probe',
    credential,
  })
  return answer.body.code !== 'step_up_required'
}

describe('a step-up by passkey', () => {
  test('renews the proof and the token of the session, and ends the old token', async () => {
    const { person, authenticator } = await joinWithPasskey()
    const before = await sessionOf(person)
    api.clock.advance(14 * MINUTE)
    expect(await isFresh(person)).toBe(false)
    const stolen = openBrowser(api)
    stolen.cookies.set('therapy_session', person.cookies.get('therapy_session')!)
    const answer = await showPasskeyIn(person, authenticator, '/sign-in/step-up')
    expect(answer.status, answer.text).toBe(200)
    const after = await sessionOf(person)
    expect(after.id).toBe(before.id)
    expect(after.authenticatedAt! > before.authenticatedAt!).toBe(true)
    expect((await stolen.get('/v1/me')).status).toBe(401)
    expect((await person.get('/v1/me')).status).toBe(200)
    expect(await isFresh(person)).toBe(true)
  })

  test('requires a passkey of the signed-in person, for this session only', async () => {
    const one = await joinWithPasskey()
    const other = await joinWithPasskey()
    const foreign = await showPasskeyIn(one.person, other.authenticator, '/sign-in/step-up', {
      passkey: other.authenticator.kept[0]!,
    })
    expect(foreign.body).toMatchObject({ code: 'passkey_refused' })
    const elsewhere = openBrowser(api)
    expect((await showPasskeyIn(elsewhere, one.authenticator, '/sign-in/passkey')).status).toBe(200)
    const { body } = await one.person.post<PublicKeyCredentialRequestOptionsJSON>(
      '/sign-in/step-up/options',
    )
    expect(body.allowCredentials).toHaveLength(1)
    const credential = one.authenticator.get(body)
    // The same person in another session, and a step-up challenge used to sign in.
    expect((await elsewhere.post('/sign-in/step-up', { credential })).body).toMatchObject({
      code: 'passkey_refused',
    })
    expect((await elsewhere.post('/sign-in/passkey', { credential })).body).toMatchObject({
      code: 'passkey_refused',
    })
    const { status } = await one.person.post('/sign-in/step-up', { credential })
    expect(status).toBe(200)
  })

  test('requires a signed-in person on a page of the platform', async () => {
    const { person } = await joinWithPasskey()
    expect((await openBrowser(api).post('/sign-in/step-up/options')).status).toBe(401)
    const foreign = await person.send({
      method: 'POST',
      path: '/sign-in/step-up/options',
      json: {},
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(foreign.body).toMatchObject({ code: 'cross_site_request' })
  })
})

describe('a step-up by link', () => {
  test('is for people without a passkey, in the same browser and session', async () => {
    const { person } = await join()
    expect((await person.get('/sign-in/step-up')).body).toMatchObject({ ways: ['LINK'] })
    api.clock.advance(11 * MINUTE)
    expect((await person.post('/sign-in/step-up/link')).status).toBe(202)
    const [path] = await linksSentTo(api, person.user.id)
    expect((await openBrowser(api).post(path!)).body).toMatchObject({ code: 'other_browser' })
    const before = await sessionOf(person)
    expect((await person.post(path!)).status).toBe(200)
    const after = await sessionOf(person)
    expect(after.id).toBe(before.id)
    expect(after.authenticatedAt! > before.authenticatedAt!).toBe(true)
    expect((await person.post(path!)).body).toMatchObject({ code: 'link_used' })
  })

  test('sets both cookies in one response', async () => {
    const { person } = await join()
    api.clock.advance(16 * MINUTE)
    const answer = await person.post('/sign-in/step-up/link')
    const names = answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])
    expect(new Set(names)).toEqual(new Set(['therapy_browser', 'therapy_session']))
  })

  test('is not sent to people with a passkey', async () => {
    const { person } = await joinWithPasskey()
    const { body } = await person.post('/sign-in/step-up/link')
    expect(body).toMatchObject({ code: 'passkey_refused', ways: ['PASSKEY', 'RECOVERY_CODE'] })
  })

  test('renews nothing after the session ended', async () => {
    const { person, sessionId } = await join()
    await person.post('/sign-in/step-up/link')
    const [path] = await linksSentTo(api, person.user.id)
    expect((await person.post(`/v1/user-sessions/${sessionId}/revoke`)).status).toBe(200)
    expect((await person.post(path!)).status).toBe(401)
  })
})

describe('recovery codes', () => {
  test('come with the first passkey, ten of them, and are shown as a count afterwards', async () => {
    const { person, recoveryCodes } = await joinWithPasskey()
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[0-9a-z]{4}-){3}[0-9a-z]{4}$/)
    const second = await registerPasskeyIn(person, openAuthenticator())
    expect(second.body.recoveryCodes).toEqual([])
    expect((await person.readMe()).recoveryCodesLeft).toBe(10)
    const rows = await api.query<{ hashes: string[] }>(
      'SELECT hashes FROM recovery_codes WHERE user_id = $1',
      [person.user.id],
    )
    expect(rows[0]!.hashes).toHaveLength(10)
    expect(rows[0]!.hashes.filter((hash) => recoveryCodes.includes(hash))).toEqual([])
  })

  test('replace the passkey once each, in any spelling, and send a notice', async () => {
    const { person, recoveryCodes } = await joinWithPasskey()
    const [code] = recoveryCodes
    const written = code!.toUpperCase().replaceAll('-', ' ')
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => person.post('/sign-in/step-up', { recoveryCode: written })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await person.readMe()).recoveryCodesLeft).toBe(9)
    const told = await api.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM messages WHERE recipient_id = $1 AND template = 'user.credentials'`,
      [person.user.id],
    )
    expect(told[0]!.n).toBe(2)
  })

  test('belong to their person and cannot be guessed without limit', async () => {
    const one = await joinWithPasskey()
    const other = await joinWithPasskey()
    const statuses: number[] = []
    for (const recoveryCode of one.recoveryCodes.slice(0, 6))
      statuses.push((await other.person.post('/sign-in/step-up', { recoveryCode })).status)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
  })

  test('are replaced after a fresh proof, and earlier ones end', async () => {
    const { person, authenticator, recoveryCodes } = await joinWithPasskey()
    api.clock.advance(11 * MINUTE)
    const late = await person.post('/sign-in/recovery-codes')
    expect(late.body).toMatchObject({ code: 'step_up_required' })
    await showPasskeyIn(person, authenticator, '/sign-in/step-up')
    const replaced = await person.post<{ recoveryCodes: string[] }>('/sign-in/recovery-codes')
    expect(replaced.status, replaced.text).toBe(200)
    expect(replaced.body.recoveryCodes).toHaveLength(10)
    const [old] = recoveryCodes
    const [fresh] = replaced.body.recoveryCodes
    expect((await person.post('/sign-in/step-up', { recoveryCode: old })).status).toBe(403)
    expect((await person.post('/sign-in/step-up', { recoveryCode: fresh })).status).toBe(200)
  })

  test('end with the last passkey, and cannot be created without one', async () => {
    const { person, passkey } = await joinWithPasskey()
    expect((await person.post(`/v1/passkeys/${passkey.id}/revoke`)).status).toBe(200)
    expect((await person.readMe()).recoveryCodesLeft).toBe(0)
    expect((await person.post('/sign-in/recovery-codes')).body).toMatchObject({
      code: 'no_passkey',
    })
  })
})

describe('where the centre requires a second factor', () => {
  let strict: ApiClient
  beforeAll(async () => {
    strict = await api.createTenant()
    const { status, text } = await strict.patch('/v1/organization', { secondFactor: 'REQUIRED' })
    expect(status, text).toBe(200)
  })
  beforeEach(async () => {
    strict = await api.createClient(strict.tenantId)
  })

  const invite = async () => {
    const { body } = await strict.post<{ id: string; email: string }>('/v1/users', {
      email: `strict${performance.now()}@example.org`,
      name: 'Ana',
      roles: ['ADMINISTRATOR'],
    })
    return body
  }

  const accept = async () => {
    const user = await invite()
    const browser = openBrowser(api)
    const [path] = await linksSentTo(api, user.id)
    expect((await browser.post(path!)).status).toBe(200)
    return { browser, user }
  }

  const signInByLink = async (user: { id: string; email: string }) => {
    const browser = openBrowser(api)
    await browser.post('/sign-in', { email: user.email })
    const [path] = await linksSentTo(api, user.id)
    expect((await browser.post(path!)).status).toBe(200)
    return browser
  }

  const expectClosed = async (browser: Browser) => {
    for (const path of ['/v1/me', '/v1/children', '/v1/passkeys', '/v1/user-sessions'])
      expect((await browser.get(path)).body).toMatchObject({
        code: 'second_factor_required',
        url: 'http://api.test/sign-in',
      })
    // A program cannot act for them either.
    const asked = `response_type=code&client_id=therapy-cli&name=x&code_challenge=${'a'.repeat(43)}`
    const allowed = await browser.get(`/oauth/authorize?${asked}&code_challenge_method=S256`)
    expect(allowed.body).toMatchObject({ code: 'second_factor_required' })
    const written = await browser.post('/v1/locations', { name: 'X', timeZone: 'Europe/Berlin' })
    expect(written.status).toBe(403)
    for (const path of ['/sign-in/recovery-codes', '/sign-in/step-up/link'])
      expect((await browser.post(path)).status, path).toBe(403)
  }

  test('a link allows only the registration of a first passkey, which satisfies it', async () => {
    const { browser } = await accept()
    await expectClosed(browser)
    expect((await browser.get('/sign-in/step-up')).body).toMatchObject({ ways: ['FIRST_PASSKEY'] })
    const made = await registerPasskeyIn(browser, openAuthenticator())
    expect(made.status, made.text).toBe(201)
    expect(made.body.recoveryCodes).toHaveLength(10)
    expect(await browser.readMe()).toMatchObject({ roles: ['ADMINISTRATOR'] })
  })

  test('a person with a passkey must use it or a recovery code before registering another', async () => {
    const { browser: first, user } = await accept()
    const authenticator = openAuthenticator()
    const { body } = await registerPasskeyIn(first, authenticator)
    const later = await signInByLink(user)
    await expectClosed(later)
    const intruder = await registerPasskeyIn(later, openAuthenticator())
    expect(intruder.body).toMatchObject({ code: 'second_factor_required' })
    const wrong = await later.post('/sign-in/step-up', { recoveryCode: '0000-0000-0000-0000' })
    expect(wrong.status).toBe(403)
    await expectClosed(later)
    expect((await showPasskeyIn(later, authenticator, '/sign-in/step-up')).status).toBe(200)
    expect(await later.readMe()).toMatchObject({ id: user.id })
    const withCode = await signInByLink(user)
    const [recoveryCode] = body.recoveryCodes
    expect((await withCode.post('/sign-in/step-up', { recoveryCode })).status).toBe(200)
    expect(await withCode.readMe()).toMatchObject({ id: user.id, recoveryCodesLeft: 9 })
  })

  test('a passkey alone suffices', async () => {
    const { browser: first, user } = await accept()
    const authenticator = openAuthenticator()
    await registerPasskeyIn(first, authenticator)
    const browser = openBrowser(api)
    expect((await showPasskeyIn(browser, authenticator, '/sign-in/passkey')).status).toBe(200)
    expect(await browser.readMe()).toMatchObject({ id: user.id })
  })

  test('only one of two simultaneous first passkeys is registered', async () => {
    const { browser } = await accept()
    const options = [
      await browser.post<never>('/sign-in/passkeys/options'),
      await browser.post<never>('/sign-in/passkeys/options'),
    ]
    const credentials = options.map(({ body }) => openAuthenticator().create(body))
    const made = await Promise.all(
      credentials.map((credential) => browser.post('/sign-in/passkeys', { name: 'X', credential })),
    )
    expect(made.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  test('signing out works without the factor', async () => {
    const { browser } = await accept()
    expect((await browser.post('/sign-out')).status).toBe(200)
    expect(browser.cookies.has('therapy_session')).toBe(false)
  })

  test('earlier sessions continue', async () => {
    const relaxed = await api.createTenant()
    const { person } = await join(['ADMINISTRATOR'], relaxed)
    expect((await person.patch('/v1/organization', { secondFactor: 'REQUIRED' })).status).toBe(200)
    expect((await person.get('/v1/me')).status).toBe(200)
  })
})
