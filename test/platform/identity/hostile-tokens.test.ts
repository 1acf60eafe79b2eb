/** The row "tokens" of drills.md: what must never be accepted as an access token. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import { exportJWK, SignJWT, UnsecuredJWT, type JWTHeaderParameters, type JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/core/records/ids.ts'
import { rotateKey } from '#platform/identity/rotate-key.ts'
import { activeKey, signingKeyObject } from '#platform/identity/signing-keys.ts'
import {
  asOwner,
  clientCredentials,
  createCentre,
  createDatabase,
  ISSUER,
  MovableClock,
  openProcess,
  type Centre,
  type Credentials,
  type Process,
  type TestDatabase,
  confirmed,
} from './support.ts'

let database: TestDatabase
let api: Process
let centre: Centre
let credentials: Credentials
let kid: string
let ours: KeyObject
const theirs = generateKeyPairSync('ec', { namedCurve: 'P-256' })

beforeAll(async () => {
  database = await createDatabase()
  api = openProcess(database, new MovableClock())
  centre = await createCentre(database, api)
  credentials = await centre.key()
  const key = await signingKeyObject(api.platform, 'access_token')
  kid = key.kid
  ours = key.privateKey
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const claims = (): JWTPayload => {
  const iat = Math.floor(api.clock.now().getTime() / 1_000)
  return {
    iss: ISSUER,
    aud: ISSUER,
    sub: credentials.client_id,
    client_id: credentials.client_id,
    tenant_id: centre.tenantId,
    grant_id: newId('tokenFamily'),
    scope: 'bookings',
    jti: newId('accessToken'),
    iat,
    exp: iat + 900,
  }
}

const header = (): JWTHeaderParameters => ({ alg: 'ES256', typ: 'at+jwt', kid })

const sign = (payload: JWTPayload, head: JWTHeaderParameters, key: KeyObject | Uint8Array) =>
  new SignJWT(payload).setProtectedHeader(head).sign(key)

const attempt = (token: string) =>
  confirmed(api.identity, token, { ip: '198.51.100.7', method: 'GET' })

const refusal = async (token: string): Promise<{ code: string; message: string }> => {
  try {
    await attempt(token)
  } catch (error) {
    return error as { code: string; message: string }
  }
  throw new Error('The token was accepted')
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const spoiled = (change: (payload: JWTPayload) => void) => {
  const payload = claims()
  change(payload)
  return sign(payload, header(), ours)
}
const publicPem = () => createPublicKey(ours).export({ type: 'spki', format: 'pem' }).toString()
const secretFrom = (text: string) => new TextEncoder().encode(text)

describe('a token', () => {
  it('of ours is accepted, so each refusal below has one cause', async () => {
    const principal = await attempt(await sign(claims(), header(), ours))
    expect(principal).toMatchObject({
      tenantId: centre.tenantId,
      callerId: credentials.client_id,
      scopes: ['bookings'],
      methods: [],
      rateLimitPerMinute: undefined,
    })
  })

  const hostile: Record<string, () => Promise<string> | string> = {
    'with alg none': () => new UnsecuredJWT(claims()).encode(),
    'with alg none and our header otherwise': () =>
      `${encoded({ ...header(), alg: 'none' })}.${encoded(claims())}.`,
    'with its signature cut off': async () =>
      (await sign(claims(), header(), ours)).replace(/[^.]*$/, ''),
    'signed HS256 with our public key as PEM': () =>
      sign(claims(), { ...header(), alg: 'HS256' }, secretFrom(publicPem())),
    'signed HS256 with our public key as JWK': async () => {
      const { publicJwk } = await activeKey(api.platform, 'access_token')
      return sign(claims(), { ...header(), alg: 'HS256' }, secretFrom(JSON.stringify(publicJwk)))
    },
    'signed by a stranger under our kid': () => sign(claims(), header(), theirs.privateKey),
    'that brings its own key as jwk': async () => {
      const jwk = await exportJWK(theirs.publicKey)
      return sign(claims(), { ...header(), jwk }, theirs.privateKey)
    },
    'of ours that brings a jwk all the same': async () =>
      sign(claims(), { ...header(), jwk: await exportJWK(createPublicKey(ours)) }, ours),
    'that points to its key by jku': () =>
      sign(claims(), { ...header(), jku: 'https://evil.example/jwks.json' }, theirs.privateKey),
    'of ours that names a jku all the same': () =>
      sign(claims(), { ...header(), jku: `${ISSUER}/.well-known/jwks.json` }, ours),
    'that points to its key by x5u': () =>
      sign(claims(), { ...header(), x5u: 'https://evil.example/cert.pem' }, theirs.privateKey),
    'that brings a certificate': () =>
      sign(claims(), { ...header(), x5c: ['MIIB'] }, theirs.privateKey),
    'with a kid that climbs folders': () =>
      sign(claims(), { ...header(), kid: '../../../../dev/null' }, theirs.privateKey),
    'with a kid that injects SQL': () =>
      sign(claims(), { ...header(), kid: `' UNION SELECT 'key' --` }, theirs.privateKey),
    'with a kid of our object model': () =>
      sign(claims(), { ...header(), kid: '__proto__' }, theirs.privateKey),
    'with a well-formed kid nobody has': () =>
      sign(claims(), { ...header(), kid: newId('signingKey') }, theirs.privateKey),
    'without a kid': () => sign(claims(), { alg: 'ES256', typ: 'at+jwt' }, ours),
    'signed with the key of our webhooks': async () => {
      const webhook = await signingKeyObject(api.platform, 'webhook')
      return sign(claims(), { ...header(), alg: 'EdDSA', kid: webhook.kid }, webhook.privateKey)
    },
    'of typ JWT': () => sign(claims(), { ...header(), typ: 'JWT' }, ours),
    'without typ': () => sign(claims(), { alg: 'ES256', kid }, ours),
    'with a critical extension': () =>
      new SignJWT(claims())
        .setProtectedHeader({ ...header(), crit: ['x'], x: 1 })
        .sign(ours, { crit: { x: true } }),
    'of another issuer': () => spoiled((payload) => (payload.iss = 'https://evil.example')),
    'for another audience': () => spoiled((payload) => (payload.aud = 'https://other.example')),
    'without an audience': () => spoiled((payload) => delete payload.aud),
    'without an expiry': () => spoiled((payload) => delete payload.exp),
    'without an id': () => spoiled((payload) => delete payload.jti),
    'without a tenant': () => spoiled((payload) => delete payload['tenant_id']),
    'not yet valid': () => spoiled((payload) => (payload.nbf = payload.iat! + 60)),
    'issued in the future': () => spoiled((payload) => (payload.iat! += 60)),
    'of an unknown key': () => spoiled((payload) => (payload['client_id'] = newId('apiKey'))),
    'with a client id that is no text': () => spoiled((payload) => (payload['client_id'] = 7)),
    'with its payload changed': async () => {
      const [head, , signature] = (await sign(claims(), header(), ours)).split('.')
      return [head, encoded({ ...claims(), scope: 'admin' }), signature].join('.')
    },
    "with another tenant's claim, signed again by a stranger": async () => {
      const other = await createCentre(database, api)
      return sign({ ...claims(), tenant_id: other.tenantId }, header(), theirs.privateKey)
    },
    "with another tenant's claim, even signed by us": async () => {
      const other = await createCentre(database, api)
      return spoiled((payload) => (payload['tenant_id'] = other.tenantId))
    },
    'that is a refresh token': async () =>
      (await clientCredentials(api, credentials)).body.refresh_token,
    'that is no token': () => 'nonsense',
    'that is empty': () => '',
    'of five parts': () => 'a.b.c.d.e',
    'with NUL in it': () => 'a.\u0000.c',
    'that is endless': () => 'a'.repeat(1_000_000),
  }

  it.each(Object.entries(hostile))('%s is refused', async (_, make) => {
    const { code, message } = await refusal(await make())
    expect(code).toBe('unauthenticated')
    expect(message).not.toMatch(/expired/)
  })

  it('that has expired is refused with that reason', async () => {
    const old = await spoiled((payload) => {
      payload.iat! -= 1_000
      payload.exp! -= 1_000
    })
    expect((await refusal(old)).message).toMatch(/has expired/)
  })

  it('that claims a longer lifetime than our tokens have is refused once one of ours would have expired', async () => {
    const long = await spoiled((payload) => {
      payload.iat! -= 1_000
      payload.exp! += 100_000
    })
    expect((await refusal(long)).message).toMatch(/has expired/)
  })

  it('is cached, but not beyond its expiry', async () => {
    const { access_token: token } = (await clientCredentials(api, credentials)).body
    await attempt(token)
    await attempt(token)
    api.clock.advance(894)
    await attempt(token)
    api.clock.advance(12)
    expect((await refusal(token)).message).toMatch(/has expired/)
    expect((await refusal(token)).message).toMatch(/has expired/)
  })
})

describe('the platform keys', () => {
  it('are created once, by the first caller', async () => {
    const others = [1, 2, 3, 4].map(() => openProcess(database, api.clock))
    const keys = await Promise.all(others.map(({ platform }) => activeKey(platform, 'audit_seal')))
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1)
    await Promise.all(others.map((other) => other[Symbol.asyncDispose]()))
  })

  it('rotate, and another process trusts the new key immediately and the old one for a while', async () => {
    await using other = openProcess(database, api.clock)
    const accepts = (token: string) => confirmed(other.identity, token)
    const { access_token: before } = (await clientCredentials(api, credentials)).body
    await accepts(before)
    const rotated = await rotateKey(api.platform, 'access_token')
    expect(rotated.kid).not.toBe(kid)
    const { access_token: after } = (await clientCredentials(api, credentials)).body
    await accepts(after)
    await accepts(before)
    const jwks = await other.app.request('/.well-known/jwks.json')
    const { keys } = (await jwks.json()) as { keys: Record<string, string>[] }
    expect(keys.map((key) => key['kid'])).toEqual([rotated.kid, kid])
    expect(keys.every((key) => key['alg'] === 'ES256' && !('d' in key))).toBe(true)
    api.clock.advance(3_700)
    const later = await other.app.request('/.well-known/jwks.json')
    expect(((await later.json()) as { keys: object[] }).keys).toHaveLength(1)
    const stale = await sign(claims(), header(), ours)
    await expect(accepts(stale)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('are read from the database at a limited rate, however many unknown ids are sent', async () => {
    await using other = openProcess(database, api.clock)
    await activeKey(other.platform, 'access_token')
    let queries = 0
    const { system } = other.platform.database
    const query = system.query.bind(system)
    system.query = ((...args: Parameters<typeof query>) => {
      queries += 1
      return query(...args)
    }) as typeof system.query
    const unknown = () =>
      sign(claims(), { ...header(), kid: newId('signingKey') }, theirs.privateKey)
    for (let index = 0; index < 50; index += 1) {
      await expect(
        other.identity.authenticate(await unknown(), { method: 'GET' }),
      ).rejects.toMatchObject({ code: 'unauthenticated' })
    }
    expect(queries).toBeLessThanOrEqual(1)
  })

  it('are encrypted at rest, each for its purpose', async () => {
    const rows = await asOwner<{ purpose: string; ciphertext: string; public_jwk: object }>(
      database,
      'SELECT purpose, ciphertext, public_jwk FROM signing_keys',
    )
    expect(rows.length).toBeGreaterThan(2)
    for (const { purpose, ciphertext, public_jwk: jwk } of rows) {
      expect(jwk).not.toHaveProperty('d')
      const opened = api.platform.cipher.open(ciphertext, `signing-key/${purpose}`)
      expect(createPrivateKey({ key: JSON.parse(opened) as JsonWebKey, format: 'jwk' }).type).toBe(
        'private',
      )
      expect(() => api.platform.cipher.open(ciphertext, 'signing-key/other')).toThrow()
    }
  })
})
