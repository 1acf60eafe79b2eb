import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { AuditEntry } from '#platform/audit/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import type { Page } from '#platform/core/lists/paging.ts'
import { allowIssuer } from '#staff/sso-connections/allowed-issuer.ts'
import { vouchForDomain } from '#staff/sso-connections/look-up-domain.ts'
import { proveSsoDomain } from '#staff/sso-connections/prove-sso-domain.ts'
import { createSsoConnection } from '#staff/sso-connections/create-sso-connection.ts'
import { CreateSsoConnection, type SsoConnection } from '#staff/sso-connections/schemas.ts'
import type { User } from '#staff/users/schemas.ts'
import { startApi, type ApiAnswer, type ApiClient, type TestApi } from '../support/api.ts'
import {
  CLIENT,
  passThrough,
  startForger,
  startProvider,
  type Account,
  type Forgery,
  type TestProvider,
} from './identity-providers.ts'
import { joinAs, linksSentTo, openBrowser, type Browser } from './support.ts'

let api: TestApi
let provider: TestProvider
let forger: Awaited<ReturnType<typeof startForger>>
let counter = 0

beforeAll(async () => {
  api = await startApi({ webhookAllowedRanges: ['127.0.0.0/8'] })
  // Providers use real time.
  api.clock.set(new Date())
  provider = await startProvider()
  forger = await startForger()
})

afterAll(async () => {
  await forger[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

interface Setting {
  centre: ApiClient
  connection: SsoConnection
  domain: string
}

/** A centre with a connection for its own domain, to the real provider or the forger. */
const connect = async (terms: object = {}, issuer: string = provider.issuer): Promise<Setting> => {
  counter += 1
  const domain = `centre${counter}.example.org`
  const centre = await api.createTenant()
  const { platform } = api.services
  const connection = await createSsoConnection(
    systemContext(platform, { tenantId: centre.tenantId, action: 'createSsoConnection' }),
    CreateSsoConnection.parse({
      name: `Provider ${counter}`,
      issuer,
      ...CLIENT,
      emailDomains: [domain],
      ...terms,
    }),
    await allowIssuer(platform, issuer),
  )
  await proveSsoDomain(
    systemContext(platform, { tenantId: centre.tenantId, action: 'proveSsoDomain' }),
    { id: connection.id },
    vouchForDomain(domain),
  )
  if (issuer === provider.issuer)
    await provider.open({ redirect_uris: [`http://api.test${connection.redirectPath}`] })
  return { centre, connection, domain }
}

const publish = ({ domains: [claimed] }: SsoConnection) =>
  api.names.publish(claimed!.recordName, claimed!.recordValue)

const askForProof = (owner: Browser, { id, emailDomains: [domain] }: SsoConnection) =>
  owner.post<SsoConnection & { code?: string; detail?: string }>(
    `/v1/sso-connections/${id}/prove-domain`,
    { domain },
  )

/** Publishes the record of the connection's domain and makes the platform verify it. */
const prove = async (owner: Browser, connection: SsoConnection) => {
  publish(connection)
  const answer = await askForProof(owner, connection)
  expect(answer.status, answer.text).toBe(200)
}

const beginAt = ({ id }: SsoConnection) => `/sign-in/sso/${id}`

const leave = async (browser: Browser, connection: SsoConnection): Promise<URL> => {
  const left = await browser.post(beginAt(connection))
  expect(left.status, left.text).toBe(303)
  return new URL(left.headers.get('location')!)
}

const comeBack = (browser: Browser, { pathname, search }: URL) =>
  browser.get<{ code?: string }>(pathname + search)

/** Signs in with the real provider and returns. */
const signIn = async ({ connection }: Setting, account: Account, browser = openBrowser(api)) => {
  provider.setAccount(account)
  const there = await leave(browser, connection)
  const back = await passThrough(there.href, provider.issuer)
  return { browser, back, answer: await comeBack(browser, back) }
}

/** Signs in with the forger, who responds as told. */
const signInForged = async (
  { connection, domain }: Setting,
  forgery: Forgery & { parameters?: Record<string, string> } = {},
) => {
  const browser = openBrowser(api)
  const there = await leave(browser, connection)
  const { parameters, claims, ...rest } = forgery
  const nonce = there.searchParams.get('nonce')!
  const email = { email: `forged@${domain}`, email_verified: true }
  forger.forge({ ...rest, claims: { nonce, ...email, ...claims } })
  const back = new URL(there.searchParams.get('redirect_uri')!)
  const state = there.searchParams.get('state')!
  back.search = new URLSearchParams({
    code: 'a code',
    state,
    iss: forger.issuer,
    ...parameters,
  }).toString()
  return { browser, back, answer: await comeBack(browser, back) }
}

/** The audit entry of the last failure. */
const lastRefusal = async (centre: ApiClient) => {
  const { body } = await centre.get<Page<AuditEntry>>('/v1/audit-entries?limit=100')
  const refused = body.data.find(({ outcome }) => outcome !== 'ALLOWED')
  return refused?.changes['call'] as { reason?: string; detail?: string } | undefined
}

const ONE_REFUSAL = {
  status: 403,
  body: {
    code: 'sso_refused',
    detail: 'The sign-in failed. Start again at /sign-in, or contact your centre’s administrator.',
  },
}

const expectRefused = async (answer: ApiAnswer, { centre }: Setting, reason: string) => {
  expect(answer).toMatchObject(ONE_REFUSAL)
  expect(await lastRefusal(centre)).toMatchObject({ reason })
  expect(answer.headers.getSetCookie().join()).not.toContain('therapy_session')
}

const ownerOf = (centre: ApiClient) => joinAs(api, centre, { roles: ['OWNER'] })

const invite = async (centre: ApiClient, email: string, roles = ['SCHEDULER']): Promise<User> => {
  const { status, body } = await centre.post<User>('/v1/users', { email, name: 'Ana', roles })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

describe('a connection', () => {
  test('seals its client secret and never returns it', async () => {
    const { centre, connection } = await connect()
    expect(JSON.stringify(connection)).not.toContain(CLIENT.clientSecret)
    const [row] = await api.query<{ sealed: string }>(
      'SELECT sealed_client_secret AS sealed FROM sso_connections WHERE id = $1',
      [connection.id],
    )
    expect(row!.sealed).toMatch(/^k1\./)
    const path = `/v1/sso-connections/${connection.id}`
    const owner = await ownerOf(centre)
    expect((await owner.patch(path, { clientSecret: 'another' })).status).toBe(200)
    const [after] = await api.query<{ sealed: string }>(
      'SELECT sealed_client_secret AS sealed FROM sso_connections WHERE id = $1',
      [connection.id],
    )
    expect(after!.sealed).not.toBe(row!.sealed)
  })

  /** A connection that claims a domain without verifying it. */
  const claim = async (domain: string) => {
    const centre = await api.createTenant()
    const owner = await ownerOf(centre)
    const { status, body: connection } = await owner.post<SsoConnection>('/v1/sso-connections', {
      name: 'Clinic A Microsoft sign-in',
      issuer: provider.issuer,
      ...CLIENT,
      emailDomains: [domain.toUpperCase()],
      createsUsers: true,
      isRequired: true,
      defaultRoles: ['READ_ONLY'],
    })
    expect(status).toBe(201)
    return { centre, owner, connection, domain }
  }

  const provedBy = ({ domains }: SsoConnection) => domains.map((one) => one.provedBy)

  test.each(['victim.example.org', 'gmail.com', 'outlook.com'])(
    'that only claims %s is not offered, lets nobody sign in, and blocks nothing',
    async (domain) => {
      const attacker = await claim(domain)
      const email = `owner@${domain}`
      const owner = await joinAs(api, await api.createTenant(), { roles: ['OWNER'], email })
      const sent = await openBrowser(api).post('/sign-in', { email })
      expect(sent.body).not.toHaveProperty('identityProvider')
      expect(await linksSentTo(api, owner.user.id)).toHaveLength(2)
      // Its own users keep their links: a provider that admits nobody cannot be the only way in.
      const own = await joinAs(api, attacker.centre, {
        roles: ['SCHEDULER'],
        email: `own@${domain}`,
      })
      expect(own.user.email).toBe(`own@${domain}`)

      await provider.open({
        redirect_uris: [`http://api.test${attacker.connection.redirectPath}`],
      })
      const { answer } = await signIn(attacker, { sub: 's', email, email_verified: true })
      await expectRefused(answer, attacker, 'EMAIL_DOMAIN_UNPROVED')

      const honest = await claim(domain)
      expect(honest.connection.domains).toMatchObject([{ domain, provedAt: null }])
    },
  )

  test('verifies a domain by its TXT record, and the first of two keeps it', async () => {
    const first = await claim('two.example.org')
    const second = await claim('two.example.org')
    expect(first.connection.domains).toEqual([
      {
        domain: 'two.example.org',
        provedAt: null,
        provedBy: null,
        recordName: '_therapy-care.two.example.org',
        recordValue: `therapy-care=${first.connection.id}`,
      },
    ])
    const early = await askForProof(first.owner, first.connection)
    expect(early).toMatchObject({ status: 409, body: { code: 'domain_not_proved' } })
    expect(early.body.detail).toContain(first.connection.domains[0]!.recordValue)
    // The record of another connection verifies nothing for this one.
    publish(second.connection)
    expect((await askForProof(first.owner, first.connection)).status).toBe(409)
    publish(first.connection)
    const { body } = await askForProof(first.owner, first.connection)
    expect(provedBy(body)).toEqual(['DNS'])
    publish(second.connection)
    expect((await askForProof(second.owner, second.connection)).body).toMatchObject({
      code: 'already_exists',
    })
    const { body: trail } = await first.centre.get<Page<AuditEntry>>(
      `/v1/audit-entries?subjectId=${first.connection.id}`,
    )
    expect(trail.data.map(({ action }) => action)).toContain('proveSsoDomain')
  })

  test('verifies once in simultaneous attempts', async () => {
    const claims = await Promise.all(Array.from({ length: 4 }, () => claim('race.example.org')))
    api.names.publish(
      '_therapy-care.race.example.org',
      ...claims.map(({ connection }) => connection.domains[0]!.recordValue),
    )
    const answers = await Promise.all(
      claims.map(({ owner, connection }) => askForProof(owner, connection)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409,
    ])
  })

  test('loses the verification of a removed domain, and all verifications when it is archived', async () => {
    const { centre, connection, domain } = await connect()
    const owner = await ownerOf(centre)
    const path = `/v1/sso-connections/${connection.id}`
    const other = await claim(domain)
    publish(other.connection)
    expect((await askForProof(other.owner, other.connection)).status).toBe(409)
    const emailDomains = ['elsewhere.example.org']
    expect((await owner.patch(path, { emailDomains })).status).toBe(200)
    const { body: back } = await owner.patch<SsoConnection>(path, { emailDomains: [domain] })
    expect(provedBy(back)).toEqual([null])

    await prove(owner, back)
    expect((await owner.post(`${path}/archive`)).status).toBe(200)
    expect((await askForProof(owner, connection)).body).toMatchObject({ code: 'record_archived' })
    publish(other.connection)
    expect((await askForProof(other.owner, other.connection)).status).toBe(200)
    const restored = await owner.post<SsoConnection>(`${path}/restore`)
    expect(restored.status, restored.text).toBe(200)
    expect(provedBy(restored.body)).toEqual([null])
  })

  test('cannot verify a domain that is unclaimed, local, or whose servers are silent', async () => {
    const { owner, connection } = await claim('quiet.example.org')
    const path = `/v1/sso-connections/${connection.id}/prove-domain`
    expect((await owner.post(path, { domain: 'other.example.org' })).body).toMatchObject({
      errors: [{ path: 'domain' }],
    })
    const local = await claim('clinic.local')
    const asked = api.names.asked()
    expect((await askForProof(local.owner, local.connection)).body.detail).toContain('operator')
    expect(api.names.asked()).toBe(asked)
  })

  test('cannot be created by an administrator, because deciding who people are makes an owner', async () => {
    const centre = await api.createTenant()
    const administrator = await joinAs(api, centre, { roles: ['ADMINISTRATOR'] })
    const owner = await joinAs(api, centre, { roles: ['OWNER'] })
    const input = (domain: string) => ({
      name: 'Mine',
      issuer: provider.issuer,
      ...CLIENT,
      emailDomains: [domain],
    })
    const refused = await administrator.post('/v1/sso-connections', input('mine.example.org'))
    expect(refused.body).toMatchObject({ code: 'insufficient_role' })
    expect((await owner.post('/v1/sso-connections', input('ours.example.org'))).status).toBe(201)
  })

  test('is refused if its issuer is a private address', async () => {
    const owner = await ownerOf(await api.createTenant())
    const { body } = await owner.post('/v1/sso-connections', {
      name: 'Inside',
      issuer: 'https://10.0.0.7',
      ...CLIENT,
      emailDomains: ['inside.example.org'],
    })
    expect(body).toMatchObject({ code: 'address_refused' })
  })
})

describe('a person returning from the provider', () => {
  test('is the invited user with that address, and accepts the invitation', async () => {
    const setting = await connect()
    const user = await invite(setting.centre, `ana@${setting.domain}`)
    const account = { sub: 's-ana', email: `Ana@${setting.domain}`, email_verified: true }
    const { browser, answer } = await signIn(setting, account)
    expect(answer.status, answer.text).toBe(200)
    expect(await browser.readMe()).toMatchObject({ id: user.id, roles: ['SCHEDULER'] })
    const sessions = await browser.get<Page<{ method: string }>>('/v1/user-sessions')
    expect(sessions.body.data).toMatchObject([{ method: 'OIDC' }])
    const { body } = await setting.centre.get<Page<AuditEntry>>(
      `/v1/audit-entries?actorId=${user.id}`,
    )
    expect(body.data.map(({ action, outcome }) => [action, outcome])).toContainEqual([
      'signIn',
      'ALLOWED',
    ])
  })

  test('becomes a user if the connection creates users, with the roles of its claim', async () => {
    const setting = await connect({
      createsUsers: true,
      roleClaim: 'groups',
      roleMappings: [
        { value: 'front-desk', roles: ['SCHEDULER'] },
        { value: 'finance', roles: ['BILLER'] },
      ],
    })
    const account = {
      sub: 's-new',
      email: `new@${setting.domain}`,
      email_verified: true,
      name: 'Noor New',
      groups: ['finance', 'front-desk', 'chess'],
    }
    const first = await signIn(setting, account)
    expect(first.answer.status, first.answer.text).toBe(200)
    const me = await first.browser.readMe()
    expect(me).toMatchObject({ name: 'Noor New', roles: ['SCHEDULER', 'BILLER'] })
    const later = await signIn(setting, { ...account, groups: ['finance'] })
    expect(await later.browser.readMe()).toMatchObject({ id: me.id, roles: ['BILLER'] })
    const told = await api.query<{ type: string }>(
      `SELECT type FROM outbox WHERE kind = 'event' AND subject_id = $1 ORDER BY seq`,
      [me.id],
    )
    expect(told.map(({ type }) => type)).toEqual(['user.activated', 'user.updated'])
  })

  test('stays an owner if the centre has no other, whatever the provider says', async () => {
    const setting = await connect({
      roleClaim: 'groups',
      roleMappings: [{ value: 'all', roles: ['READ_ONLY'] }],
    })
    const owner = await joinAs(api, setting.centre, {
      roles: ['OWNER'],
      email: `owner@${setting.domain}`,
    })
    const account = {
      sub: 's-owner',
      email: owner.user.email,
      email_verified: true,
      groups: ['all'],
    }
    const { browser, answer } = await signIn(setting, account)
    expect(answer.status, answer.text).toBe(200)
    expect(await browser.readMe()).toMatchObject({ id: owner.user.id, roles: ['OWNER'] })
  })

  test('is found by subject, and a reassigned address opens nothing', async () => {
    const setting = await connect()
    const user = await invite(setting.centre, `ana@${setting.domain}`)
    const account = { sub: 's-ana', email: user.email, email_verified: true }
    expect((await signIn(setting, account)).answer.status).toBe(200)
    const renamed = await signIn(setting, { ...account, email: `ana.ruiz@${setting.domain}` })
    expect(await renamed.browser.readMe()).toMatchObject({ id: user.id })
    const { answer } = await signIn(setting, { ...account, sub: 's-successor' })
    await expectRefused(answer, setting, 'OTHER_SUBJECT')
  })

  test('is recognized after the provider has changed its keys', async () => {
    const setting = await connect()
    const user = await invite(setting.centre, `ana@${setting.domain}`)
    const account = { sub: 's-ana', email: user.email, email_verified: true }
    expect((await signIn(setting, account)).answer.status).toBe(200)
    const redirectUri = `http://api.test${setting.connection.redirectPath}`
    await provider.open({ redirect_uris: [redirectUri] }, 'second')
    expect((await signIn(setting, account)).answer.status).toBe(200)
  })

  test.each<[string, object, Partial<Account>, string]>([
    ['an address that is not verified', {}, { email_verified: false }, 'EMAIL_NOT_VERIFIED'],
    ['an address of another domain', {}, { email: 'ana@else.example.org' }, 'EMAIL_DOMAIN_FOREIGN'],
    ['no invitation', {}, {}, 'USER_UNKNOWN'],
    ['no role', { createsUsers: true }, {}, 'NO_ROLE'],
    [
      'a role claim that nothing was made of',
      {
        createsUsers: true,
        roleClaim: 'groups',
        roleMappings: [{ value: 'a', roles: ['BILLER'] }],
      },
      { groups: ['b'] },
      'NO_ROLE',
    ],
    [
      'a role that needs to know whose caseload',
      { createsUsers: true, defaultRoles: ['THERAPIST'] },
      {},
      'ROLES_IMPOSSIBLE',
    ],
  ])(
    'is refused with %s, with the same text as in every other case',
    async (_, terms, person, reason) => {
      const setting = await connect(terms)
      const account = { sub: 's', email: `ana@${setting.domain}`, email_verified: true, ...person }
      const { answer } = await signIn(setting, account)
      await expectRefused(answer, setting, reason)
    },
  )

  test('may have an unverified address if the connection trusts the provider', async () => {
    const setting = await connect({ trustsEmails: true })
    const user = await invite(setting.centre, `ana@${setting.domain}`)
    const { answer } = await signIn(setting, { sub: 's', email: user.email })
    expect(answer.status, answer.text).toBe(200)
  })

  test('is refused when deactivated', async () => {
    const setting = await connect()
    const user = await invite(setting.centre, `ana@${setting.domain}`)
    const account = { sub: 's', email: user.email, email_verified: true }
    expect((await signIn(setting, account)).answer.status).toBe(200)
    await setting.centre.post(`/v1/users/${user.id}/deactivate`)
    await expectRefused((await signIn(setting, account)).answer, setting, 'USER_DEACTIVATED')
  })

  test('is refused when the state is repeated, or in another browser', async () => {
    const setting = await connect()
    const user = await invite(setting.centre, `ana@${setting.domain}`)
    provider.setAccount({ sub: 's', email: user.email, email_verified: true })
    const browser = openBrowser(api)
    const back = await passThrough((await leave(browser, setting.connection)).href, provider.issuer)
    await expectRefused(await comeBack(openBrowser(api), back), setting, 'OTHER_BROWSER')
    expect((await comeBack(browser, back)).status).toBe(200)
    await expectRefused(await comeBack(browser, back), setting, 'USED')
    back.searchParams.set('state', 'made up')
    expect(await comeBack(browser, back)).toMatchObject(ONE_REFUSAL)
  })

  test('is refused after ten minutes', async () => {
    const setting = await connect()
    provider.setAccount({ sub: 's', email: `ana@${setting.domain}`, email_verified: true })
    const browser = openBrowser(api)
    const back = await passThrough((await leave(browser, setting.connection)).href, provider.issuer)
    api.clock.advance(10 * 60_000)
    await expectRefused(await comeBack(browser, back), setting, 'EXPIRED')
    api.clock.set(new Date())
  })

  test('is refused if the connection was archived in the meantime, and nobody is sent to it', async () => {
    const setting = await connect()
    const browser = openBrowser(api)
    const back = await passThrough((await leave(browser, setting.connection)).href, provider.issuer)
    const owner = await ownerOf(setting.centre)
    await owner.post(`/v1/sso-connections/${setting.connection.id}/archive`)
    await expectRefused(await comeBack(browser, back), setting, 'CONNECTION_CHANGED')
    expect((await openBrowser(api).post(beginAt(setting.connection))).status).toBe(404)
  })
})

/** A connection archived or changed by the centre during the request. */
const CHANGES_MEANWHILE = ['archived', 'patched'] as const

const changeMeanwhile = async (
  { centre, connection }: Setting,
  change: (typeof CHANGES_MEANWHILE)[number],
) => {
  const owner = await ownerOf(centre)
  const path = `/v1/sso-connections/${connection.id}`
  return async () => {
    const changed =
      change === 'archived'
        ? await owner.post(`${path}/archive`)
        : await owner.patch(path, { issuer: provider.issuer })
    expect(changed.status, changed.text).toBe(200)
  }
}

test.each(CHANGES_MEANWHILE)(
  'is refused if the connection was %s during the request',
  async (change) => {
    const terms = { createsUsers: true, defaultRoles: ['READ_ONLY'] }
    const setting = await connect(terms, forger.issuer)
    const meanwhile = await changeMeanwhile(setting, change)
    const { answer } = await signInForged(setting, { meanwhile })
    await expectRefused(answer, setting, 'CONNECTION_CHANGED')
  },
)

describe('a forged response', () => {
  let setting: Setting

  beforeAll(async () => {
    setting = await connect({ createsUsers: true, defaultRoles: ['READ_ONLY'] }, forger.issuer)
  })

  const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset

  test('differs from an honest one', async () => {
    expect((await signInForged(setting)).answer.status).toBe(200)
  })

  test.each<[string, () => Forgery & { parameters?: Record<string, string> }]>([
    ['the nonce of another sign-in', () => ({ claims: { nonce: 'another' } })],
    ['no signature', () => ({ unsigned: true })],
    ['a signature by a key that is not published', () => ({ foreignKey: true })],
    ['another issuer in the token', () => ({ claims: { iss: 'https://else.example.org' } })],
    ['another issuer in the response', () => ({ parameters: { iss: 'https://else.example.org' } })],
    ['another audience', () => ({ claims: { aud: 'somebody else' } })],
    ['an end more than 5 seconds ago', () => ({ claims: { exp: seconds(-10) } })],
    ['a beginning more than 5 seconds ahead', () => ({ claims: { iat: seconds(60) } })],
    ['an error', () => ({ parameters: { error: 'access_denied' } })],
    ['a code that the provider refuses', () => ({ tokenStatus: 400 })],
    ['a subject that is empty', () => ({ claims: { sub: '' } })],
    ['a subject of blanks', () => ({ claims: { sub: '  ' } })],
    ['a subject that is not ASCII', () => ({ claims: { sub: 'a\u202eb' } })],
  ])('is refused: %s', async (_, forgery) => {
    const { answer } = await signInForged(setting, forgery())
    await expectRefused(answer, setting, 'ANSWER_INVALID')
  })

  test.each(['\u202e', '\u200b', '\u2066', '\u0007'])(
    'is refused with an address that contains %j, and such a name is not stored',
    async (hidden) => {
      const email = `a${hidden}b@${setting.domain}`
      const { answer } = await signInForged(setting, { claims: { sub: 'hides', email } })
      await expectRefused(answer, setting, 'EMAIL_MISSING')
      const sub = `named-${hidden.codePointAt(0)}`
      const named = await signInForged(setting, {
        claims: { sub, email: `${sub}@${setting.domain}`, name: `Ana${hidden}Ruiz` },
      })
      expect(named.answer.status).toBe(200)
      expect(await named.browser.readMe()).toMatchObject({ name: `${sub}@${setting.domain}` })
    },
  )

  test.each([
    ['ended', () => ({ exp: seconds(-2) })],
    ['begins', () => ({ iat: seconds(3) })],
  ])('tolerates small differences of clocks: it %s', async (_, claims) => {
    expect((await signInForged(setting, { claims: claims() })).answer.status).toBe(200)
  })

  test('is refused with the state of another connection, because each provider has its own URL', async () => {
    const other = await connect({}, forger.issuer)
    const browser = openBrowser(api)
    const there = await leave(browser, setting.connection)
    const back = new URL(`http://api.test${other.connection.redirectPath}`)
    back.search = new URLSearchParams({
      code: 'a code',
      state: there.searchParams.get('state')!,
      iss: forger.issuer,
    }).toString()
    await expectRefused(await comeBack(browser, back), setting, 'CONNECTION_CHANGED')
  })

  test('is refused without the authentication strength that the centre requires', async () => {
    const strict = await connect(
      {
        createsUsers: true,
        defaultRoles: ['READ_ONLY'],
        acrValues: ['mfa'],
        maxAgeSeconds: 60,
      },
      forger.issuer,
    )
    const there = await leave(openBrowser(api), strict.connection)
    expect(there.searchParams.get('acr_values')).toBe('mfa')
    expect(there.searchParams.get('max_age')).toBe('60')
    const weak = await signInForged(strict, { claims: { acr: 'pwd', auth_time: seconds(-5) } })
    await expectRefused(weak.answer, strict, 'ANSWER_INVALID')
    const old = await signInForged(strict, { claims: { acr: 'mfa', auth_time: seconds(-600) } })
    await expectRefused(old.answer, strict, 'ANSWER_INVALID')
    const strong = await signInForged(strict, { claims: { acr: 'mfa', auth_time: seconds(-5) } })
    expect(strong.answer.status, strong.answer.text).toBe(200)
  })

  test('is not read to its end if it is huge', async () => {
    const { answer } = await signInForged(setting, { tokenBytes: 2_000_000 })
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'identity_provider_unavailable' },
    })
    expect((await lastRefusal(setting.centre))?.detail).toContain('longer than')
  })
})

describe('an unavailable provider', () => {
  test('is reported on the page, and open sessions continue', async () => {
    const gone = await startForger()
    const setting = await connect({ createsUsers: true, defaultRoles: ['READ_ONLY'] }, gone.issuer)
    const person = await joinAs(api, setting.centre, {
      roles: ['SCHEDULER'],
      email: `ana@${setting.domain}`,
    })
    await gone[Symbol.asyncDispose]()
    const page = await openBrowser(api).send({
      method: 'POST',
      path: beginAt(setting.connection),
      headers: { accept: 'text/html' },
      json: {},
    })
    expect(page.status).toBe(503)
    expect(page.text).toContain('Your identity provider does not answer')
    expect((await person.get('/v1/me')).status).toBe(200)
  })

  test('that redirects to a script is not followed', async () => {
    const setting = await connect({}, forger.issuer)
    forger.forge({ discovery: { authorization_endpoint: 'javascript:alert(1)//' } })
    onTestFinished(() => forger.forge({}))
    const left = await openBrowser(api).send({
      method: 'POST',
      path: beginAt(setting.connection),
      headers: { accept: 'text/html' },
      json: {},
    })
    expect(left.status).toBe(403)
    expect(await lastRefusal(setting.centre)).toMatchObject({ reason: 'ANSWER_INVALID' })
    expect(left.text).not.toContain('javascript:')
  })
})

describe('the way to a provider', () => {
  const asPage = { accept: 'text/html' }
  const asForm = { ...asPage, 'content-type': 'application/x-www-form-urlencoded' }
  let setting: Setting
  let person: Awaited<ReturnType<typeof joinAs>>

  beforeAll(async () => {
    setting = await connect({ createsUsers: true, defaultRoles: ['READ_ONLY'] }, forger.issuer)
  })

  beforeEach(async () => {
    person = await joinAs(api, await api.createTenant(), { roles: ['SCHEDULER'] })
  })

  const post = (fields: Record<string, string> = {}) =>
    person.send({
      method: 'POST',
      path: beginAt(setting.connection),
      headers: asForm,
      body: new URLSearchParams(fields).toString(),
    })

  const attempts = () =>
    api.query<{ count: number }>('SELECT count(*)::int AS count FROM sso_sign_ins')

  test('starts at no page of another site, and not with a GET', async () => {
    const before = await attempts()
    for (const site of ['cross-site', 'same-site', 'none', 'same-origin']) {
      const page = await person.send({
        path: beginAt(setting.connection),
        headers: { ...asPage, 'sec-fetch-site': site },
      })
      expect([page.status, page.headers.get('location')]).toEqual([200, null])
      expect(page.text).toContain(`Sign in to Test centre`)
      expect(page.text).not.toContain(setting.connection.name)
    }
    const crossed = await person.send({
      method: 'POST',
      path: beginAt(setting.connection),
      headers: { ...asForm, origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
      body: '',
    })
    expect(crossed.status).toBe(403)
    expect(await attempts()).toEqual(before)
    expect(await person.readMe()).toMatchObject({ id: person.user.id })
  })

  test('asks a signed-in person, and ends that session when another starts', async () => {
    const asked = await post()
    expect(asked.status).toBe(200)
    expect(asked.text).toContain(person.user.email)
    const { sessionId } = await person.readMe()
    expect(asked.text).toContain(sessionId!)
    const program = await person.post(beginAt(setting.connection), {})
    expect(program.body).toMatchObject({ status: 409, code: 'already_signed_in' })

    const left = await post({ endsSession: sessionId! })
    const there = new URL(left.headers.get('refresh')!.replace('0; url=', ''))
    expect(there.origin).toBe(forger.issuer)
    const old = new Map(person.cookies)
    forger.forge({
      claims: {
        nonce: there.searchParams.get('nonce')!,
        email: `other@${setting.domain}`,
        email_verified: true,
      },
    })
    const back = new URL(there.searchParams.get('redirect_uri')!)
    const state = there.searchParams.get('state')!
    back.search = new URLSearchParams({ code: 'a code', state, iss: forger.issuer }).toString()
    expect((await comeBack(person, back)).status).toBe(200)
    expect(await person.readMe()).toMatchObject({ email: `other@${setting.domain}` })
    const thief = openBrowser(api)
    thief.cookies.set('therapy_session', old.get('therapy_session')!)
    expect((await thief.get('/v1/me')).status).toBe(401)
  })

  test('does not return to a browser in which another person has signed in meanwhile', async () => {
    const browser = openBrowser(api)
    const there = await leave(browser, setting.connection)
    const later = await joinAs(api, await api.createTenant(), { roles: ['SCHEDULER'] })
    browser.cookies.set('therapy_session', later.cookies.get('therapy_session')!)
    forger.forge({ claims: { nonce: there.searchParams.get('nonce')! } })
    const back = new URL(there.searchParams.get('redirect_uri')!)
    const state = there.searchParams.get('state')!
    back.search = new URLSearchParams({ code: 'a code', state, iss: forger.issuer }).toString()
    await expectRefused(await comeBack(browser, back), setting, 'OTHER_SESSION')
    expect(await browser.readMe()).toMatchObject({ id: later.user.id })
  })
})

describe('the sign-in page', () => {
  test('offers the connection of a domain by the name of its centre, whether or not an account exists', async () => {
    const { centre, connection, domain } = await connect()
    const user = await invite(centre, `ana@${domain}`)
    const [known, unknown] = await Promise.all([
      openBrowser(api).post('/sign-in', { email: user.email }),
      openBrowser(api).post('/sign-in', { email: `nobody@${domain}` }),
    ])
    expect(known.body).toMatchObject({
      identityProvider: { centre: 'Test centre', path: beginAt(connection) },
    })
    expect(known.text).not.toContain(connection.name)
    expect(unknown.text).toBe(known.text)
    expect(await linksSentTo(api, user.id)).toHaveLength(2)
  })

  test('sends and accepts no link if the connection is required', async () => {
    const { centre, domain } = await connect({ isRequired: true })
    const other = await api.createTenant()
    const email = `ana@${domain}`
    const user = await invite(centre, email)
    const elsewhere = await invite(other, email)
    const browser = openBrowser(api)
    await browser.post('/sign-in', { email })
    const [invitation, ...links] = await linksSentTo(api, user.id)
    expect(links).toEqual([])
    expect((await browser.post(invitation!)).body).toMatchObject({ code: 'sso_required' })
    // A centre's connection has no effect on another centre's users.
    const [link] = await linksSentTo(api, elsewhere.id)
    expect((await browser.post(link!)).status).toBe(200)
  })
})

describe('signing out', () => {
  const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  let setting: Setting

  beforeAll(async () => {
    setting = await connect({ createsUsers: true, defaultRoles: ['READ_ONLY'] }, forger.issuer)
  })

  const join = async (sub: string, sid: string) => {
    const email = `${sub}@${setting.domain}`
    const { browser, answer } = await signInForged(setting, { claims: { sub, sid, email } })
    expect(answer.status, answer.text).toBe(200)
    return browser
  }

  const tell = async (
    claims: object,
    options: Parameters<typeof forger.sign>[1] = {},
  ): Promise<ApiAnswer> => {
    const token = await forger.sign({ jti: 'one', events: EVENTS, ...claims }, options)
    return api.anonymous().send({
      method: 'POST',
      path: `${beginAt(setting.connection)}/logout`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
    })
  }

  const statusOf = async (browser: Browser) => (await browser.get('/v1/me')).status

  test('shows how to sign out of the provider too', async () => {
    const browser = await join('leaves', 'one')
    await browser.readMe()
    const { body } = await browser.post('/sign-out')
    const url = new URL((body as { identityProviderSignOut: string }).identityProviderSignOut)
    expect(url.href.split('?')[0]).toBe(`${forger.issuer}/end`)
    expect(url.searchParams.get('client_id')).toBe(CLIENT.clientId)
    expect(await statusOf(browser)).toBe(401)
  })

  test.each(['javascript:alert(document.domain)//', 'data:text/html,x', 'file:///etc/passwd'])(
    'shows no link to %s',
    async (page) => {
      const browser = await join('scripted', 'two')
      forger.forge({ discovery: { end_session_endpoint: page } })
      onTestFinished(() => forger.forge({}))
      const out = await browser.send({
        method: 'POST',
        path: '/sign-out',
        headers: { accept: 'text/html' },
      })
      expect(out.status).toBe(303)
      expect(out.text).not.toContain(page)
    },
  )

  test('at the provider asks it at most twice in ten seconds, however many tokens arrive', async () => {
    const asked = forger.asked()
    await Promise.all(
      Array.from({ length: 20 }, () => tell({ sub: 'nobody' }, { foreignKey: true })),
    )
    expect(forger.asked() - asked).toBeLessThanOrEqual(2)
  })

  test('at the provider ends the named session, or all of a person', async () => {
    const [first, second, other] = [
      await join('leaves.twice', 's1'),
      await join('leaves.twice', 's2'),
      await join('stays', 's3'),
    ]
    const answer = await tell({ sub: 'leaves.twice', sid: 's1' })
    expect(answer.status, answer.text).toBe(200)
    expect(await Promise.all([first, second, other].map(statusOf))).toEqual([401, 200, 200])
    expect((await tell({ sub: 'leaves.twice', sid: undefined })).status).toBe(200)
    expect(await Promise.all([second, other].map(statusOf))).toEqual([401, 200])
  })

  test.each<[string, object, Parameters<typeof forger.sign>[1]]>([
    ['is not signed', {}, { unsigned: true }],
    ['is signed by a key that is not published', {}, { foreignKey: true }],
    ['is an ID token', { nonce: 'one' }, {}],
    ['says nothing of a logout', { events: {} }, {}],
    ['is for another client', { aud: 'somebody else' }, {}],
    ['is of another provider', { iss: 'https://else.example.org' }, {}],
    ['is of an hour ago', { iat: 1, exp: undefined }, {}],
  ])('is ignored if the token %s', async (_, claims, options) => {
    const browser = await join('goes.on', 's4')
    expect(await tell({ sub: 'goes.on', ...claims }, options)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
    expect(await statusOf(browser)).toBe(200)
  })
})

describe('a step-up at the provider', () => {
  /** A user signed in by the forger who has started another sign-in. */
  const leaveAgain = async (terms: object = {}, claims: Forgery['claims'] = {}) => {
    const setting = await connect(
      { createsUsers: true, defaultRoles: ['OWNER'], ...terms },
      forger.issuer,
    )
    const { browser, answer } = await signInForged(setting, { claims })
    expect(answer.status, answer.text).toBe(200)
    await browser.readMe()
    const left = await browser.post('/sign-in/step-up/sso')
    expect(left.status, left.text).toBe(303)
    return { setting, browser, there: new URL(left.headers.get('location')!) }
  }

  const returnWith = async (
    { setting, browser, there }: Awaited<ReturnType<typeof leaveAgain>>,
    claims: Forgery['claims'],
    meanwhile?: Forgery['meanwhile'],
  ) => {
    const nonce = there.searchParams.get('nonce')!
    const email = { email: `forged@${setting.domain}`, email_verified: true }
    forger.forge({
      claims: { nonce, ...email, ...claims },
      ...(meanwhile && { meanwhile }),
    })
    const back = new URL(there.searchParams.get('redirect_uri')!)
    const state = there.searchParams.get('state')!
    back.search = new URLSearchParams({ code: 'a code', state, iss: forger.issuer }).toString()
    return comeBack(browser, back)
  }

  const seconds = () => Math.floor(api.clock.now().getTime() / 1000)

  const authenticatedAt = async (browser: Browser) => {
    const { body } =
      await browser.get<Page<{ authenticatedAt: string | null; isCurrent: boolean }>>(
        '/v1/user-sessions',
      )
    return body.data.find(({ isCurrent }) => isCurrent)!.authenticatedAt
  }

  test('requests a proof given now, and the acr of the connection', async () => {
    const { there } = await leaveAgain({ acrValues: ['mfa'] }, { acr: 'mfa' })
    expect(there.searchParams.get('max_age')).toBe('0')
    expect(there.searchParams.get('acr_values')).toBe('mfa')
  })

  test('renews the session of the person who left, with the new proof', async () => {
    const left = await leaveAgain({ acrValues: ['mfa'] }, { acr: 'mfa' })
    expect(await authenticatedAt(left.browser)).toBeNull()
    const before = left.browser.cookies.get('therapy_session')
    const answer = await returnWith(left, { acr: 'mfa', auth_time: seconds() })
    expect(answer.status, answer.text).toBe(200)
    expect(await authenticatedAt(left.browser)).not.toBeNull()
    expect(left.browser.cookies.get('therapy_session')).not.toBe(before)
  })

  test.each<[string, () => Forgery['claims'], string]>([
    ['was proved before they left', () => ({ auth_time: seconds() - 60 }), 'ANSWER_INVALID'],
    ['does not say when it was proved', () => ({}), 'ANSWER_INVALID'],
    ['is of a lower acr', () => ({ auth_time: seconds(), acr: 'pwd' }), 'ANSWER_INVALID'],
    ['is of another person', () => ({ auth_time: seconds(), sub: 'other' }), 'OTHER_SUBJECT'],
  ])('is refused if the response %s', async (_, claims, reason) => {
    const left = await leaveAgain({ acrValues: ['mfa'] }, { acr: 'mfa' })
    const refused = await returnWith(left, { acr: 'mfa', ...claims() })
    expect(refused).toMatchObject(ONE_REFUSAL)
    expect(await lastRefusal(left.setting.centre)).toMatchObject({ reason })
    expect(await authenticatedAt(left.browser)).toBeNull()
  })

  test.each(CHANGES_MEANWHILE)(
    'is refused if the connection was %s during the request',
    async (change) => {
      const left = await leaveAgain()
      const meanwhile = await changeMeanwhile(left.setting, change)
      const refused = await returnWith(left, { auth_time: seconds() }, meanwhile)
      expect(refused).toMatchObject(ONE_REFUSAL)
      expect(await lastRefusal(left.setting.centre)).toMatchObject({ reason: 'CONNECTION_CHANGED' })
      expect(await authenticatedAt(left.browser)).toBeNull()
    },
  )

  test('works with a real provider, which asks its person again', async () => {
    const setting = await connect()
    await invite(setting.centre, `real@${setting.domain}`)
    const account = { sub: 's-real', email: `real@${setting.domain}`, email_verified: true }
    const { browser, answer } = await signIn(setting, account)
    expect(answer.status, answer.text).toBe(200)
    const left = await browser.post('/sign-in/step-up/sso')
    const back = await passThrough(left.headers.get('location')!, provider.issuer)
    const renewed = await comeBack(browser, back)
    expect(renewed.status, renewed.text).toBe(200)
    expect(await authenticatedAt(browser)).not.toBeNull()
  })

  test('is not offered to a person who signed in by a link', async () => {
    const centre = await api.createTenant()
    const person = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    expect((await person.post('/sign-in/step-up/sso')).status).toBe(404)
  })
})

test('a silent sign-in is not a fresh proof if the provider reports its time', async () => {
  const setting = await connect({ createsUsers: true, defaultRoles: ['OWNER'] }, forger.issuer)
  const hour = 3_600
  const now = Math.floor(api.clock.now().getTime() / 1000)
  const { browser, answer } = await signInForged(setting, { claims: { auth_time: now - hour } })
  expect(answer.status, answer.text).toBe(200)
  await setting.centre.patch('/v1/organization', { signatureStepUpMinutes: 10 })
  await browser.readMe()
  const key = { name: 'Mine', scopes: ['children.read'] }
  expect((await browser.post('/v1/api-keys', key)).body).toMatchObject({ code: 'step_up_required' })
})
