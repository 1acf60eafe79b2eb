import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { patchApiKey } from '#platform/api-keys/patch-api-key.ts'
import { revokeApiKey } from '#platform/api-keys/revoke-api-key.ts'
import { purgeOne } from '#platform/maintenance/purge-expired.ts'
import {
  asOwner,
  clientCredentials,
  createCentre,
  createDatabase,
  ISSUER,
  MovableClock,
  openProcess,
  post,
  refresh,
  type Centre,
  type Credentials,
  type Process,
  type TestDatabase,
  confirmed,
} from './support.ts'

let database: TestDatabase
let api: Process
/** Another process on the same database. */
let sibling: Process
let centre: Centre
let credentials: Credentials

beforeAll(async () => {
  database = await createDatabase()
  const clock = new MovableClock()
  api = openProcess(database, clock)
  sibling = openProcess(database, clock)
  centre = await createCentre(database, api)
  credentials = await centre.key({ scopes: ['bookings', 'children', 'ai.read'] })
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await sibling[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const use = (process: Process, token: string, ip?: string) =>
  confirmed(process.identity, token, { ...(ip && { ip }), method: 'GET' })

const refused = { code: 'unauthenticated' }

const familyOf = async (token: string) => {
  const { grant_id: grantId } = JSON.parse(
    Buffer.from(token.split('.')[1]!, 'base64url').toString(),
  ) as { grant_id: string }
  return asOwner<{ spent_at: Date | null; revoked_at: Date | null }>(
    database,
    'SELECT * FROM refresh_tokens WHERE family_id = $1',
    [grantId],
  )
}

describe('POST /oauth/token', () => {
  it('returns exactly what the specification shows', async () => {
    const { status, headers, body } = await clientCredentials(api, credentials, {
      scope: 'children bookings.read',
    })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'children bookings.read',
      refresh_token: expect.stringMatching(/^rt_[\w-]{43}$/),
    })
    const principal = await use(sibling, body.access_token)
    expect(principal.scopes).toEqual(['children', 'bookings.read'])
    expect(principal.actors[0]).toMatchObject({ kind: 'API_KEY', id: credentials.client_id })
    expect([...(principal.actors[0].permissions as Set<string>)].toSorted()).toEqual(
      expect.arrayContaining(['appointments:read', 'children:write']),
    )
    expect(principal.actors[0].permissions).not.toContain('appointments:write')
  })

  it('grants all scopes of the key if none is requested', async () => {
    const { body } = await clientCredentials(api, credentials)
    expect(body.scope).toBe('bookings children ai.read')
  })

  it('accepts a form, and HTTP Basic for the client', async () => {
    const { client_id: id, client_secret: secret } = credentials
    const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      api.app.request('/oauth/token', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(fields).toString(),
      })
    const inBody = { grant_type: 'client_credentials', ...credentials }
    expect((await form(inBody)).status).toBe(200)
    const basic = (value: string) => ({
      authorization: `Basic ${Buffer.from(value).toString('base64')}`,
    })
    const grant = { grant_type: 'client_credentials' }
    expect((await form(grant, basic(`${id}:${secret}`))).status).toBe(200)
    expect((await form(grant, basic(`${encodeURIComponent(id)}:${secret}`))).status).toBe(200)
    expect((await form(grant, basic(`${id}:wrong`))).status).toBe(401)
    expect((await form(grant, basic(id))).status).toBe(401)
    expect((await form(inBody, basic(`${id}:${secret}`))).status).toBe(400)
    const twice = await api.app.request('/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `${new URLSearchParams(inBody).toString()}&scope=bookings&scope=children`,
    })
    expect(twice.status).toBe(400)
  })

  it.each<[string, object, number, string]>([
    ['a scope the key lacks', { scope: 'bookings admin' }, 400, 'invalid_scope'],
    ['an unknown grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no grant type', { grant_type: undefined }, 400, 'invalid_request'],
    ['a scope that is no text', { scope: ['bookings'] }, 400, 'invalid_request'],
    ['a secret with NUL', { client_secret: 'a\u0000b' }, 400, 'invalid_request'],
    ['no secret', { client_secret: undefined }, 401, 'invalid_client'],
    ['no client', { client_id: undefined }, 401, 'invalid_client'],
    ['no refresh token', { grant_type: 'refresh_token' }, 400, 'invalid_request'],
    [
      'an unknown refresh token',
      { grant_type: 'refresh_token', refresh_token: 'rt_x' },
      400,
      'invalid_grant',
    ],
  ])('refuses %s as an OAuth error and a problem', async (_, change, status, error) => {
    const answer = await clientCredentials(api, credentials, change)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.has('www-authenticate')).toBe(status === 401)
    expect(answer.body).toMatchObject({
      error,
      error_description: expect.any(String),
      type: expect.any(String),
      title: expect.any(String),
      status,
      detail: expect.any(String),
      code: expect.any(String),
      requestId: expect.stringMatching(/^req_/),
    })
  })

  it.each([
    ['text/plain', '{}', 415],
    ['application/json', '{"grant_type":', 400],
    ['application/json', '[]', 400],
    ['application/json', 'null', 400],
    ['application/json', '{"client_id":"a","client_id":"b"}', 400],
    ['application/json', `{"client_id":"${'a'.repeat(2_000_000)}"}`, 413],
  ])('refuses a body of %s %.30s with %i', async (type, body, status) => {
    const response = await api.app.request('/oauth/token', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect(response.status).toBe(status)
  })

  it('ignores unknown members', async () => {
    expect((await clientCredentials(api, credentials, { audience: 'x' })).status).toBe(200)
  })

  it('writes an audit row for every call, in the tenant if it is known', async () => {
    const one = await centre.key()
    await clientCredentials(api, one)
    await clientCredentials(api, one, { scope: 'admin' })
    await clientCredentials(api, { ...one, client_secret: 'wrong' })
    const rows = await asOwner(
      database,
      `SELECT tenant_id, actor_id, action, outcome, code, http_status FROM audit_entries
       WHERE action = 'createToken' ORDER BY seq DESC LIMIT 3`,
    )
    const action = 'createToken'
    const known = { tenant_id: centre.tenantId, actor_id: one.client_id, action }
    expect(rows).toEqual([
      {
        tenant_id: 'ten_platform',
        actor_id: 'anonymous',
        action,
        outcome: 'REFUSED',
        code: 'invalid_client',
        http_status: 401,
      },
      { ...known, outcome: 'REFUSED', code: 'invalid_scope', http_status: 400 },
      { ...known, outcome: 'ALLOWED', code: null, http_status: 200 },
    ])
  })
})

describe('refresh tokens', () => {
  it('rotate, and can narrow only the access token', async () => {
    const first = (await clientCredentials(api, credentials, { scope: 'bookings children' })).body
    const second = await refresh(sibling, credentials, first.refresh_token, {
      scope: 'bookings.read',
    })
    expect(second.status).toBe(200)
    expect(second.body.scope).toBe('bookings.read')
    expect(second.body.refresh_token).not.toBe(first.refresh_token)
    const third = await refresh(api, credentials, second.body.refresh_token)
    expect(third.body.scope).toBe('bookings children')
    const wider = await refresh(api, credentials, third.body.refresh_token, { scope: 'ai.read' })
    expect(wider.body.error).toBe('invalid_scope')
    expect((await refresh(api, credentials, third.body.refresh_token)).status).toBe(200)
  })

  it('are revoked with their family on reuse', async () => {
    const first = (await clientCredentials(api, credentials)).body
    const second = (await refresh(api, credentials, first.refresh_token)).body
    const third = (await refresh(api, credentials, second.refresh_token)).body
    await use(api, third.access_token)
    const reused = await refresh(api, credentials, first.refresh_token)
    expect(reused.body).toMatchObject({ error: 'invalid_grant', code: 'invalid_grant' })
    expect((await refresh(api, credentials, third.refresh_token)).body.error).toBe('invalid_grant')
    await expect(use(sibling, third.access_token)).rejects.toMatchObject(refused)
    await expect(use(sibling, first.access_token)).rejects.toMatchObject(refused)
    expect((await familyOf(first.access_token)).every((row) => row.revoked_at)).toBe(true)
    expect((await clientCredentials(api, credentials)).status).toBe(200)
  })

  it('return the same successor for 30 s after a lost response', async () => {
    const first = (await clientCredentials(api, credentials)).body
    const lost = (await refresh(api, credentials, first.refresh_token)).body
    api.clock.advance(29)
    const again = await refresh(sibling, credentials, first.refresh_token)
    expect(again.status).toBe(200)
    expect(again.body.refresh_token).toBe(lost.refresh_token)
    await use(api, again.body.access_token)
    api.clock.advance(2)
    const late = await refresh(api, credentials, first.refresh_token)
    expect(late.body.error).toBe('invalid_grant')
    expect((await refresh(api, credentials, lost.refresh_token)).body.error).toBe('invalid_grant')
  })

  it('do not fork in simultaneous refreshes', async () => {
    const first = (await clientCredentials(api, credentials)).body
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        refresh(index % 2 ? api : sibling, credentials, first.refresh_token),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
    const family = await familyOf(first.access_token)
    expect(family).toHaveLength(2)
    expect(family.filter((row) => !row.spent_at)).toHaveLength(1)
  })

  it('leave no valid token if reuse and refresh happen together', async () => {
    for (let round = 0; round < 10; round += 1) {
      const first = (await clientCredentials(api, credentials)).body
      const second = (await refresh(api, credentials, first.refresh_token)).body
      const third = (await refresh(api, credentials, second.refresh_token)).body
      const [fourth] = await Promise.all([
        refresh(sibling, credentials, third.refresh_token),
        refresh(api, credentials, first.refresh_token),
      ])
      if (fourth.status === 200) {
        const next = await refresh(api, credentials, fourth.body.refresh_token)
        expect(next.body.error).toBe('invalid_grant')
      }
      expect((await familyOf(first.access_token)).every((row) => row.revoked_at)).toBe(true)
    }
  })

  it('are bound to their client, and cannot be harmed by others', async () => {
    const mine = (await clientCredentials(api, credentials)).body
    const other = await centre.key({ scopes: ['bookings', 'children', 'ai.read'] })
    const stolen = await refresh(api, other, mine.refresh_token)
    expect(stolen.body.error).toBe('invalid_grant')
    await post(api, '/oauth/revoke', { ...other, token: mine.refresh_token })
    const withoutSecret = await refresh(
      api,
      { client_id: credentials.client_id } as Credentials,
      mine.refresh_token,
    )
    expect(withoutSecret.body.error).toBe('invalid_client')
    expect((await refresh(api, credentials, mine.refresh_token)).status).toBe(200)
  })

  it('expire after 30 days without use, and with their key', async () => {
    const one = await centre.key({ expiresAt: new Date(api.clock.now().getTime() + 86_400_000) })
    const { refresh_token: token } = (await clientCredentials(api, one)).body
    const mine = (await clientCredentials(api, credentials)).body
    api.clock.advance(86_401)
    expect((await refresh(api, one, token)).body.error).toBe('invalid_client')
    expect((await clientCredentials(api, one)).body.error).toBe('invalid_client')
    api.clock.advance(29 * 86_400)
    expect((await refresh(api, credentials, mine.refresh_token)).body.error).toBe('invalid_grant')
    const two = await centre.key()
    const { refresh_token: lost } = (await clientCredentials(api, two)).body
    await revokeApiKey(centre.ctx, { id: two.client_id })
    expect((await refresh(api, two, lost)).body.error).toBe('invalid_client')
    await purgeOne(api.platform, 'refreshTokens')
    const left = await asOwner(database, 'SELECT 1 FROM refresh_tokens WHERE expires_at < $1', [
      api.clock.now(),
    ])
    expect(left).toEqual([])
  })

  it('never regain a scope their key has lost', async () => {
    const one = await centre.key({ scopes: ['bookings', 'children'] })
    const { refresh_token: token } = (await clientCredentials(api, one)).body
    await patchApiKey(centre.ctx, { id: one.client_id, patch: { scopes: ['bookings.read'] } })
    expect((await refresh(api, one, token)).body.scope).toBe('bookings.read')
  })
})

describe('revocation', () => {
  it('of a key is immediate in every process', async () => {
    const one = await centre.key()
    const { access_token: token } = (await clientCredentials(api, one)).body
    await Promise.all([use(api, token), use(sibling, token)])
    await revokeApiKey(centre.ctx, { id: one.client_id })
    await expect(use(api, token)).rejects.toMatchObject(refused)
    await expect(use(sibling, token)).rejects.toMatchObject(refused)
    expect((await clientCredentials(api, one)).body.error).toBe('invalid_client')
  })

  it('of an access token is immediate in every process, for that token only', async () => {
    const { access_token: token, refresh_token: refreshToken } = (
      await clientCredentials(api, credentials)
    ).body
    await use(sibling, token)
    const answer = await post(api, '/oauth/revoke', { ...credentials, token })
    expect(answer.status).toBe(200)
    await expect(use(sibling, token)).rejects.toMatchObject(refused)
    expect((await refresh(api, credentials, refreshToken)).status).toBe(200)
  })

  it('of a refresh token ends the grant', async () => {
    const { access_token: token, refresh_token: refreshToken } = (
      await clientCredentials(api, credentials)
    ).body
    await post(api, '/oauth/revoke', { ...credentials, token: refreshToken })
    await expect(use(sibling, token)).rejects.toMatchObject(refused)
    expect((await refresh(api, credentials, refreshToken)).body.error).toBe('invalid_grant')
  })

  it('of an unknown or foreign token returns 200 and changes nothing', async () => {
    const other = await centre.key()
    const { access_token: token } = (await clientCredentials(api, credentials)).body
    for (const unknown of ['nonsense', 'rt_nonsense', token]) {
      expect((await post(api, '/oauth/revoke', { ...other, token: unknown })).status).toBe(200)
    }
    await use(api, token)
    expect((await post(api, '/oauth/revoke', { token })).status).toBe(401)
  })

  it('reports an expired key with its own reason', async () => {
    const one = await centre.key({ expiresAt: new Date(api.clock.now().getTime() + 60_000) })
    const { access_token: token } = (await clientCredentials(api, one)).body
    api.clock.advance(61)
    await expect(use(api, token)).rejects.toThrow(/API key has expired/)
  })
})

describe('narrowed keys', () => {
  it('act only on their resources', async () => {
    const one = await centre.key({
      scopes: ['bookings', 'children'],
      resources: ['appointments'],
      methods: ['GET'],
      rateLimitPerMinute: 60,
    })
    const { access_token: token } = (await clientCredentials(api, one)).body
    const principal = await use(api, token)
    expect(principal.actors[0].permissions).toEqual(
      new Set(['appointments:read', 'appointments:write']),
    )
    expect(principal).toMatchObject({ methods: ['GET'], rateLimitPerMinute: 60 })
    await patchApiKey(centre.ctx, {
      id: one.client_id,
      patch: { resources: ['children'], methods: [], rateLimitPerMinute: null },
    })
    const changed = await use(sibling, token)
    expect(changed.actors[0].permissions).toEqual(new Set(['children:read', 'children:write']))
    expect(changed).toMatchObject({ methods: [], rateLimitPerMinute: undefined })
  })

  it('work only from their addresses, for tokens and for calls', async () => {
    const one = await centre.key({ ipRanges: ['203.0.113.0/24', '2001:db8::/32'] })
    const from = (address: string) =>
      post(
        api,
        '/oauth/token',
        { grant_type: 'client_credentials', ...one },
        { 'x-test-address': address },
      )
    expect((await from('198.51.100.7')).body.error).toBe('invalid_client')
    const { access_token: token } = (await from('203.0.113.9')).body
    await use(api, token, '203.0.113.200')
    await use(api, token, '::ffff:203.0.113.200')
    await use(api, token, '2001:db8::1')
    for (const ip of ['198.51.100.7', '2001:db9::1', 'unknown', undefined]) {
      await expect(use(api, token, ip)).rejects.toMatchObject(refused)
    }
  })
})

describe('POST /oauth/introspect', () => {
  const introspect = async (token: string, as: Credentials = credentials) =>
    (await post(api, '/oauth/introspect', { ...as, token })).body

  it('tells a client of the tenant whether a token is active', async () => {
    const one = await centre.key()
    const { access_token: token, refresh_token: refreshToken } = (await clientCredentials(api, one))
      .body
    expect(await introspect(token)).toEqual({
      active: true,
      scope: 'bookings',
      client_id: one.client_id,
      tenant_id: centre.tenantId,
      sub: one.client_id,
      iss: ISSUER,
      aud: ISSUER,
      iat: expect.any(Number),
      exp: expect.any(Number),
      token_type: 'Bearer',
      jti: expect.stringMatching(/^jti_/),
    })
    expect(await introspect(refreshToken)).toMatchObject({ active: true, client_id: one.client_id })
    await revokeApiKey(centre.ctx, { id: one.client_id })
    expect(await introspect(token)).toEqual({ active: false })
    expect(await introspect(refreshToken)).toEqual({ active: false })
  })

  it('tells another tenant nothing', async () => {
    const stranger = await (await createCentre(database, api)).key()
    const { access_token: token, refresh_token: refreshToken } = (
      await clientCredentials(api, credentials)
    ).body
    for (const shown of [token, refreshToken, 'nonsense']) {
      expect(await introspect(shown, stranger)).toEqual({ active: false })
    }
    expect((await post(api, '/oauth/introspect', { token })).status).toBe(401)
  })
})

describe('failed authentication', () => {
  const from = (address: string) => ({ 'x-test-address': address })
  const tryFrom = (address: string, as: Credentials, process: Process = api) =>
    post(process, '/oauth/token', { grant_type: 'client_credentials', ...as }, from(address))

  it('is the same for an unknown client, a wrong secret and a revoked key', async () => {
    const revoked = await centre.key()
    await revokeApiKey(centre.ctx, { id: revoked.client_id })
    const wrong = { client_secret: credentials.client_secret.replace(/.$/, '~') }
    const answers = await Promise.all([
      tryFrom('192.0.2.1', { client_id: 'key_01m7zavmhde4es2ts9few7fzev', ...wrong }),
      tryFrom('192.0.2.1', { client_id: 'nobody', ...wrong }),
      tryFrom('192.0.2.1', { ...credentials, ...wrong }),
      tryFrom('192.0.2.1', revoked),
    ])
    const bodies = answers.map(({ body: { requestId: _, ...rest } }) => rest)
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    const headersOf = ({ headers }: (typeof answers)[0]) => JSON.stringify([...headers])
    expect(new Set(answers.map(headersOf)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  })

  it('runs the same queries for an unknown client as for a wrong secret', async () => {
    const statementsOf = async (address: string, client_id: string) => {
      const spy = vi.spyOn(pg.Client.prototype, 'query')
      try {
        await tryFrom(address, { client_id, client_secret: 'sk_wrong' })
        const calls = spy.mock.calls as unknown as [string | { text: string }][]
        return calls.map(([query]) => (typeof query === 'string' ? query : query.text))
      } finally {
        spy.mockRestore()
      }
    }
    const known = credentials.client_id
    // Called once before, so lookups of a first call are cached for the second.
    await statementsOf('10.0.0.1', known)
    const wrong = await statementsOf('10.0.0.2', known)
    expect(wrong.length).toBeGreaterThan(1)
    expect(await statementsOf('10.0.0.3', 'key_01m7zavmhde4es2ts9few7fzev')).toEqual(wrong)
  })

  it('is limited per client and address over all processes, and nowhere else', async () => {
    const one = await centre.key()
    const guess = { ...one, client_secret: 'sk_guess' }
    for (let count = 0; count < 10; count += 1) {
      const answer = await tryFrom('192.0.2.50', guess, count % 2 ? api : sibling)
      expect(answer.status).toBe(401)
    }
    const throttled = await tryFrom('192.0.2.50', guess, sibling)
    expect(throttled.status).toBe(429)
    expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(throttled.body).toMatchObject({ code: 'rate_limited', status: 429 })
    expect((await tryFrom('192.0.2.50', { ...one, client_secret: 'sk_other' })).status).toBe(429)
    expect((await tryFrom('192.0.2.51', one)).status).toBe(200)
    expect((await tryFrom('192.0.2.50', one)).status).toBe(200)
    expect((await tryFrom('192.0.2.50', credentials)).status).toBe(200)
  })

  it('is limited even if all guesses are sent at the same time', async () => {
    const guess = { ...(await centre.key()), client_secret: 'sk_guess' }
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        tryFrom('192.0.2.55', guess, index % 2 ? api : sibling),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })

  it('is reset by a success', async () => {
    const one = await centre.key()
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 9; count += 1) {
        await tryFrom('192.0.2.60', { ...one, client_secret: 'sk_typo' })
      }
      expect((await tryFrom('192.0.2.60', one)).status).toBe(200)
    }
  })

  it('is limited by address if many client ids are tried', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 101; count += 1) {
      const guess = { client_id: `key_${count}`, client_secret: 'sk_guess' }
      statuses.push((await tryFrom('2001:db8:7::1', guess)).status)
    }
    expect(statuses.slice(0, 100).every((status) => status === 401)).toBe(true)
    expect(statuses[100]).toBe(429)
    const roaming = await tryFrom('2001:db8:7::ffff', { client_id: 'key_x', client_secret: 'x' })
    expect(roaming.status).toBe(429)
    expect((await tryFrom('2001:db8:7::ffff', credentials)).status).toBe(200)
    expect((await tryFrom('192.0.2.70', credentials)).status).toBe(200)
  })
})

describe('the well-known documents', () => {
  it('give the URLs of the endpoints', async () => {
    const response = await api.app.request('/.well-known/oauth-authorization-server')
    expect(await response.json()).toMatchObject({
      issuer: ISSUER,
      token_endpoint: `${ISSUER}/oauth/token`,
      jwks_uri: `${ISSUER}/.well-known/jwks.json`,
      grant_types_supported: ['client_credentials', 'refresh_token', 'authorization_code'],
    })
  })

  it('contain the public keys of webhooks', async () => {
    const response = await api.app.request('/.well-known/webhook-keys.json')
    expect(await response.json()).toEqual({
      keys: [
        {
          kty: 'OKP',
          crv: 'Ed25519',
          alg: 'EdDSA',
          use: 'sig',
          kid: expect.stringMatching(/^kid_/),
          x: expect.any(String),
        },
      ],
    })
  })
})
