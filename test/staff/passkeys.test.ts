import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { AuditEntry } from '#platform/audit/schemas.ts'
import { suspendTenant } from '#organization/tenants/suspend-tenant.ts'
import { systemContext } from '#platform/core/context/context.ts'
import type { SsoConnection } from '#staff/sso-connections/schemas.ts'
import type { Page } from '#platform/core/lists/paging.ts'
import { revokeAllPasskeys } from '#staff/passkeys/revoke-all-passkeys.ts'
import type { Passkey } from '#staff/passkeys/schemas.ts'
import { startApi, type ApiAnswer, type ApiClient, type TestApi } from '../support/api.ts'
import { openAuthenticator, type Lie } from './authenticator.ts'
import { joinAs, linksSentTo, openBrowser, registerPasskeyIn, showPasskeyIn } from './support.ts'

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

const joinWithPasskey = async (roles = ['SCHEDULER'], where = centre) => {
  const authenticator = openAuthenticator()
  const person = await joinAs(api, where, { roles })
  const { status, body, text } = await registerPasskeyIn(person, authenticator)
  expect(status, text).toBe(201)
  return { person, authenticator, passkey: body.passkey, recoveryCodes: body.recoveryCodes }
}

const ONE_REFUSAL = {
  status: 403,
  body: {
    code: 'passkey_refused',
    detail: 'The passkey was not accepted. Try again, or start again at /sign-in.',
  },
}

/** The audit entry of the last refusal. */
const lastReason = async (): Promise<string | undefined> => {
  const { body } = await centre.get<Page<AuditEntry>>('/v1/audit-entries?limit=100')
  const refused = body.data.find(({ outcome }) => outcome === 'REFUSED')
  return (refused?.changes['call'] as { reason?: string } | undefined)?.reason
}

const expectRefused = (answer: ApiAnswer) => {
  expect(answer).toMatchObject(ONE_REFUSAL)
  expect(answer.headers.getSetCookie().join()).not.toContain('therapy_session')
}

const messagesTo = async (userId: string): Promise<string[]> => {
  const rows = await api.query<{ template: string }>(
    `SELECT template FROM messages WHERE recipient_id = $1 ORDER BY created_at, id`,
    [userId],
  )
  return rows.map(({ template }) => template)
}

describe('a passkey', () => {
  test('is registered by a signed-in user and signs in without an address', async () => {
    const { person, authenticator, passkey } = await joinWithPasskey()
    expect(passkey).toMatchObject({
      userId: person.user.id,
      name: 'Laptop',
      transports: ['internal', 'hybrid'],
      lastUsedAt: null,
      revokedAt: null,
    })
    const browser = openBrowser(api)
    const answer = await showPasskeyIn(browser, authenticator, '/sign-in/passkey')
    expect(answer.status, answer.text).toBe(200)
    expect(await browser.readMe()).toMatchObject({ id: person.user.id })
    const { body } = await browser.get<Page<{ method: string }>>('/v1/user-sessions')
    expect(body.data[0]).toMatchObject({ method: 'PASSKEY', awaitsFactor: false })
    const shown = await browser.get<Passkey>(`/v1/passkeys/${passkey.id}`)
    expect(shown.body.lastUsedAt).not.toBeNull()
    const trail = await centre.get<Page<AuditEntry>>(
      `/v1/audit-entries?actorId=${person.user.id}&limit=100`,
    )
    expect(trail.body.data.map(({ action, outcome }) => [action, outcome])).toContainEqual([
      'signIn',
      'ALLOWED',
    ])
  })

  test('can be registered by users of a caseload or of locations', async () => {
    const { body: provider } = await centre.post<{ id: string }>('/v1/providers', { name: 'Dr. R' })
    const place = { name: 'Mitte', timeZone: 'Europe/Berlin' }
    const { body: location } = await centre.post<{ id: string }>('/v1/locations', place)
    const bound = [
      { roles: ['THERAPIST'], providerId: provider.id },
      { roles: ['SCHEDULER'], locationIds: [location.id] },
    ]
    for (const position of bound) {
      const authenticator = openAuthenticator()
      const person = await joinAs(api, centre, position)
      const made = await registerPasskeyIn(person, authenticator)
      expect(made.status, made.text).toBe(201)
      expect((await showPasskeyIn(person, authenticator, '/sign-in/step-up')).status).toBe(200)
      await person.readMe()
      const revoked = await person.post(`/v1/passkeys/${made.body.passkey.id}/revoke`)
      expect(revoked.status, revoked.text).toBe(200)
    }
  })

  test('sends an e-mail when it is registered and revoked, and cannot be used after that', async () => {
    const { person, authenticator, passkey } = await joinWithPasskey()
    await person.readMe()
    const revoked = await person.post<Passkey>(`/v1/passkeys/${passkey.id}/revoke`)
    expect(revoked.status, revoked.text).toBe(200)
    expect(revoked.body.revokedAt).not.toBeNull()
    expect((await person.post(`/v1/passkeys/${passkey.id}/revoke`)).status).toBe(200)
    expect(await messagesTo(person.user.id)).toEqual([
      'user.invitation',
      'user.credentials',
      'user.credentials',
    ])
    expectRefused(await showPasskeyIn(openBrowser(api), authenticator, '/sign-in/passkey'))
    expect(await lastReason()).toBe('PASSKEY_UNKNOWN')
  })

  test('belongs to one centre, so a device can have one for each', async () => {
    const elsewhere = await api.createTenant()
    const authenticator = openAuthenticator()
    const here = await joinAs(api, centre, { roles: ['SCHEDULER'], email: 'two@example.org' })
    const there = await joinAs(api, elsewhere, { roles: ['BILLER'], email: 'two@example.org' })
    expect((await registerPasskeyIn(here, authenticator)).status).toBe(201)
    expect((await registerPasskeyIn(there, authenticator)).status).toBe(201)
    const [first, second] = authenticator.kept
    for (const [passkey, user] of [[first!, here.user] as const, [second!, there.user] as const]) {
      const browser = openBrowser(api)
      const answer = await showPasskeyIn(browser, authenticator, '/sign-in/passkey', { passkey })
      expect(answer.status, answer.text).toBe(200)
      expect(await browser.readMe()).toMatchObject({ id: user.id })
    }
  })

  test('cannot be created twice on one device, nor registered by another person', async () => {
    const { person, authenticator } = await joinWithPasskey()
    await expect(registerPasskeyIn(person, authenticator)).rejects.toThrow('InvalidStateError')
    const other = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const { body: options } = await other.post<never>('/sign-in/passkeys/options')
    const credential = openAuthenticator().create(options)
    expect((await other.post('/sign-in/passkeys', { name: 'Mine', credential })).status).toBe(201)
    const { body: again } = await person.post<{ challenge: string }>('/sign-in/passkeys/options')
    const clientDataJSON = Buffer.from(
      JSON.stringify({
        type: 'webauthn.create',
        challenge: again.challenge,
        origin: 'http://api.test',
      }),
    ).toString('base64url')
    const response = { ...credential.response, clientDataJSON }
    const stolen = await person.post('/sign-in/passkeys', {
      name: 'Theirs',
      credential: { ...credential, response },
    })
    expect(stolen.body).toMatchObject({ code: 'already_exists' })
  })

  test('is hidden from callers who may not manage users', async () => {
    const { passkey } = await joinWithPasskey()
    const other = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const path = `/v1/passkeys/${passkey.id}`
    expect((await other.get(path)).status).toBe(404)
    expect((await other.patch(path, { name: 'X' })).status).toBe(404)
    expect((await other.post(`${path}/revoke`)).status).toBe(404)
    const auditor = await joinAs(api, centre, { roles: ['AUDITOR'] })
    expect((await auditor.post(`${path}/revoke`)).status).toBe(404)
    const administrator = await joinAs(api, centre, { roles: ['ADMINISTRATOR'] })
    expect((await administrator.post(`${path}/revoke`)).status).toBe(200)
    const owners = await joinWithPasskey(['OWNER'])
    const refused = await administrator.post(`/v1/passkeys/${owners.passkey.id}/revoke`)
    expect(refused.body).toMatchObject({ code: 'insufficient_role' })
  })

  test('can be changed within ten minutes of a proof', async () => {
    const { person, passkey } = await joinWithPasskey()
    await person.readMe()
    api.clock.advance(11 * MINUTE)
    expect((await person.post(`/v1/passkeys/${passkey.id}/revoke`)).body).toMatchObject({
      code: 'step_up_required',
      url: 'http://api.test/sign-in/step-up',
    })
    const late = await registerPasskeyIn(person, openAuthenticator())
    expect(late.body).toMatchObject({ code: 'step_up_required' })
    expect((await person.patch(`/v1/passkeys/${passkey.id}`, { name: 'Other' })).status).toBe(200)
  })

  test('signs in neither a deactivated user nor where the centre requires its provider', async () => {
    const { person, authenticator } = await joinWithPasskey()
    expect((await centre.post(`/v1/users/${person.user.id}/deactivate`)).status).toBe(200)
    expectRefused(await showPasskeyIn(openBrowser(api), authenticator, '/sign-in/passkey'))
    expect(await lastReason()).toBe('USER_INACTIVE')
    const strict = await api.createTenant()
    const other = openAuthenticator()
    const email = 'ana@strict-passkeys.example.org'
    const theirs = await joinAs(api, strict, { roles: ['SCHEDULER'], email })
    expect((await registerPasskeyIn(theirs, other)).status).toBe(201)
    const owner = await joinAs(api, strict, { roles: ['OWNER'] })
    const connection = await owner.post<SsoConnection>('/v1/sso-connections', {
      name: 'Provider',
      issuer: 'https://1.1.1.1/tenant',
      clientId: 'therapy',
      clientSecret: 'secret',
      emailDomains: ['strict-passkeys.example.org'],
      isRequired: true,
    })
    expect(connection.status, connection.text).toBe(201)
    const { id, domains } = connection.body
    const [{ domain, recordName, recordValue }] = domains as [SsoConnection['domains'][number]]
    api.names.publish(recordName, recordValue)
    const proved = await owner.post(`/v1/sso-connections/${id}/prove-domain`, { domain })
    expect(proved.status, proved.text).toBe(200)
    expectRefused(await showPasskeyIn(openBrowser(api), other, '/sign-in/passkey'))
  })
})

test('signs in only owners of a suspended centre, with the required factor', async () => {
  const halted = await api.createTenant()
  const owner = await joinWithPasskey(['OWNER'], halted)
  const other = await joinWithPasskey(['SCHEDULER'], halted)
  await halted.patch('/v1/organization', { secondFactor: 'REQUIRED' })
  const { platform } = api.services
  const { tenantId } = halted
  await suspendTenant(systemContext(platform, { tenantId, action: 'suspend' }), {
    reason: 'Unpaid',
  })
  const theirs = await showPasskeyIn(openBrowser(api), other.authenticator, '/sign-in/passkey')
  expect(theirs.body).toMatchObject({ code: 'centre_suspended' })
  const browser = openBrowser(api)
  const { status } = await showPasskeyIn(browser, owner.authenticator, '/sign-in/passkey')
  expect(status).toBe(200)
  expect((await browser.get('/v1/me')).status).toBe(200)
  await browser.post('/sign-in', { email: owner.person.user.email })
  const [path] = await linksSentTo(api, owner.person.user.id)
  expect((await browser.post(path!)).status).toBe(200)
  expect((await browser.get('/v1/me')).body).toMatchObject({ code: 'second_factor_required' })
  const shown = await showPasskeyIn(browser, owner.authenticator, '/sign-in/step-up')
  expect(shown.status, shown.text).toBe(200)
  expect((await browser.get('/v1/me')).status).toBe(200)
})

describe('a passkey assertion is refused with the same text', () => {
  const LIES: Record<string, [lie: Lie, reason: string]> = {
    'for a page of another origin': [{ origin: 'https://evil.test' }, 'ANSWER_INVALID'],
    'for another relying party': [{ rpId: 'evil.test' }, 'ANSWER_INVALID'],
    'without a verified user': [{ userVerified: false }, 'ANSWER_INVALID'],
    'with a counter that has not grown': [{ counter: 1 }, 'ANSWER_INVALID'],
    'when the signature is of something else': [{ tampered: true }, 'ANSWER_INVALID'],
    'when it was to register': [{ type: 'webauthn.create' }, 'ANSWER_INVALID'],
    'for the handle of another user': [
      { userHandle: Buffer.from('usr_other').toString('base64url') },
      'OTHER_USER',
    ],
  }
  test.each(Object.entries(LIES))('%s', async (_, [lie, reason]) => {
    const { authenticator } = await joinWithPasskey()
    expectRefused(await showPasskeyIn(openBrowser(api), authenticator, '/sign-in/passkey', lie))
    expect(await lastReason()).toBe(reason)
    const honest = await showPasskeyIn(openBrowser(api), authenticator, '/sign-in/passkey')
    expect(honest.status, honest.text).toBe(200)
  })

  test('for an unknown or expired challenge', async () => {
    const { authenticator } = await joinWithPasskey()
    const challenge = Buffer.from('of my own').toString('base64url')
    const lie = { challenge }
    expectRefused(await showPasskeyIn(openBrowser(api), authenticator, '/sign-in/passkey', lie))
    const browser = openBrowser(api)
    const { body } = await browser.post<PublicKeyCredentialRequestOptionsJSON>(
      '/sign-in/passkey/options',
    )
    api.clock.advance(5 * MINUTE)
    const credential = authenticator.get(body)
    expectRefused(await browser.post('/sign-in/passkey', { credential }))
  })

  test('if it is repeated, even simultaneously', async () => {
    const { authenticator } = await joinWithPasskey()
    const browser = openBrowser(api)
    const { body } = await browser.post<PublicKeyCredentialRequestOptionsJSON>(
      '/sign-in/passkey/options',
    )
    const credential = authenticator.get(body)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => browser.post('/sign-in/passkey', { credential })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expectRefused(answer)
  })

  test('in another browser than the one that asked, and once more in that one', async () => {
    const { authenticator } = await joinWithPasskey()
    const browser = openBrowser(api)
    const { body } = await browser.post<PublicKeyCredentialRequestOptionsJSON>(
      '/sign-in/passkey/options',
    )
    const credential = authenticator.get(body)
    expectRefused(await openBrowser(api).post('/sign-in/passkey', { credential }))
    const other = openBrowser(api)
    await other.post('/sign-in/passkey/options')
    expectRefused(await other.post('/sign-in/passkey', { credential }))
    expect((await browser.post('/sign-in/passkey', { credential })).status).toBe(200)
  })

  test('whether or not the passkey is known', async () => {
    const { authenticator } = await joinWithPasskey()
    const stranger = openAuthenticator()
    const { kept } = stranger
    authenticator.kept.forEach((it) => kept.push({ ...it, id: Buffer.from('never registered') }))
    expectRefused(await showPasskeyIn(openBrowser(api), stranger, '/sign-in/passkey'))
  })

  test('if it is malformed', async () => {
    for (const credential of [undefined, 'text', {}, { id: 'x'.repeat(2_000) }, []]) {
      const answer = await openBrowser(api).post('/sign-in/passkey', { credential })
      expect(answer.body).toMatchObject({ code: 'validation_failed' })
    }
  })

  test('for pages of another site', async () => {
    const answer = await openBrowser(api).send({
      method: 'POST',
      path: '/sign-in/passkey/options',
      json: {},
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(answer.body).toMatchObject({ code: 'cross_site_request' })
  })

  test.each<[string, Lie]>([
    ['for a page of another origin', { origin: 'https://evil.test' }],
    ['for another relying party', { rpId: 'evil.test' }],
    ['without a verified user', { userVerified: false }],
    ['for another challenge', { challenge: Buffer.from('own').toString('base64url') }],
  ])('of a registration %s', async (_, lie) => {
    const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    const refused = await registerPasskeyIn(person, openAuthenticator(), lie)
    expect(refused).toMatchObject(ONE_REFUSAL)
    const { body } = await person.get<Page<Passkey>>('/v1/passkeys')
    expect(body.data).toEqual([])
  })

  test('of a registration with a challenge of another session', async () => {
    const [one, other] = await Promise.all([
      joinAs(api, centre, { roles: ['SCHEDULER'] }),
      joinAs(api, centre, { roles: ['SCHEDULER'] }),
    ])
    const { body } = await one.post<never>('/sign-in/passkeys/options')
    const credential = openAuthenticator().create(body)
    expect(await other.post('/sign-in/passkeys', { name: 'X', credential })).toMatchObject(
      ONE_REFUSAL,
    )
  })

  test('if it was tried too often, because failures are counted by address', async () => {
    const browser = openBrowser(api)
    const statuses = new Set<number>()
    for (let guess = 0; guess < 61; guess += 1) {
      const credential = {
        id: 'x',
        rawId: 'x',
        type: 'public-key',
        response: { clientDataJSON: 'e30', authenticatorData: 'x', signature: 'x' },
      }
      statuses.add((await browser.post('/sign-in/passkey', { credential })).status)
    }
    expect([...statuses]).toEqual([403, 429])
  })
})

test('an operator revokes all passkeys of a person who lost them, which ends their sessions', async () => {
  const { person, authenticator } = await joinWithPasskey(['OWNER'])
  const { tenantId } = centre
  const ctx = systemContext(api.services.platform, { tenantId, action: 'revokePasskeys' })
  const email = person.user.email.toUpperCase()
  expect((await revokeAllPasskeys(ctx, { email })).revoked).toHaveLength(1)
  expect((await person.get('/v1/me')).status).toBe(401)
  expectRefused(await showPasskeyIn(openBrowser(api), authenticator, '/sign-in/passkey'))
  expect(await messagesTo(person.user.id)).toContain('user.credentials')
  expect((await revokeAllPasskeys(ctx, { email })).revoked).toEqual([])
})
