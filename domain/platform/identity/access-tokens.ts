import { hash } from 'node:crypto'
import { errors, jwtVerify, SignJWT, type JWTHeaderParameters } from 'jose'
import { z } from 'zod'
import { DomainError } from '../core/errors/errors.ts'
import { idOf, newId } from '../core/records/ids.ts'
import type { Platform } from '../core/context/platform.ts'
import { BoundedMap } from '../core/context/bounded-map.ts'
import { parseScope } from './scopes.ts'
import { activeKey, verificationKey } from './signing-keys.ts'

/** Lifetime of an access token, in seconds. */
export const ACCESS_TOKEN_SECONDS = 900
/** The tolerated difference between clocks, in seconds. */
export const CLOCK_TOLERANCE_SECONDS = 5

const ALGORITHM = 'ES256'
/** RFC 9068 §2.1: no other type of JWT is accepted as an access token. */
const TYPE = 'at+jwt'
/** Our tokens have about 700 characters. */
const MAX_TOKEN_LENGTH = 4_096
const MAX_CACHED = 10_000

/** Headers with which a token could bring its own key. Keys are only looked up by `kid`. */
const FOREIGN_KEY_MEMBERS = ['jwk', 'jku', 'x5u', 'x5c', 'x5t', 'x5t#S256'] as const

export interface AccessTokenClaims {
  tenantId: string
  clientId: string
  scopes: readonly string[]
  /** The token's own id. */
  jti: string
  /** The refresh-token family of its grant. */
  grantId: string
  issuedAt: Date
  expiresAt: Date
}

export interface AccessTokenOptions {
  /** `iss`: the public URL of this API. */
  issuer: string
  /** `aud`: the intended audience. */
  audience: string
}

const Payload = z.object({
  sub: z.string(),
  client_id: idOf('apiKey'),
  tenant_id: z.string().min(1),
  grant_id: z.string().min(1),
  scope: z.string(),
  jti: z.string().min(1),
  iat: z.int(),
  exp: z.int(),
})

/** Issues and verifies access tokens: JWTs of RFC 9068, signed with ES256. */
export class AccessTokens {
  readonly options: AccessTokenOptions
  readonly #platform: Platform
  /**
   * Verified claims, keyed by the SHA-256 hash of the token. The signature is checked once, and the expiry
   * every time.
   */
  readonly #verified = new BoundedMap<AccessTokenClaims>(MAX_CACHED)

  constructor(platform: Platform, options: AccessTokenOptions) {
    this.#platform = platform
    this.options = options
  }

  async issue(
    grant: Pick<AccessTokenClaims, 'tenantId' | 'clientId' | 'scopes' | 'grantId'>,
  ): Promise<{ token: string; claims: AccessTokenClaims }> {
    const { kid, privateKey } = await activeKey(this.#platform, 'access_token')
    const issuedAt = secondsOf(this.#platform.clock.now())
    const jti = newId('accessToken')
    const token = await new SignJWT({
      client_id: grant.clientId,
      tenant_id: grant.tenantId,
      grant_id: grant.grantId,
      scope: grant.scopes.join(' '),
    })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
      .setIssuer(this.options.issuer)
      .setAudience(this.options.audience)
      .setSubject(grant.clientId)
      .setJti(jti)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
      .sign(privateKey)
    const expiresAt = dateOf(issuedAt + ACCESS_TOKEN_SECONDS)
    return { token, claims: { ...grant, jti, issuedAt: dateOf(issuedAt), expiresAt } }
  }

  /** The claims of a token that we issued and that is valid and not expired. Throws `unauthenticated` otherwise. */
  async verify(token: string): Promise<AccessTokenClaims> {
    if (token.length > MAX_TOKEN_LENGTH) throw notValid()
    const digest = hash('sha256', token, 'base64url')
    const known = this.#verified.get(digest)
    if (!known) {
      const claims = await this.#verifySignature(token)
      this.#verified.set(digest, claims)
      return claims
    }
    if (!this.#hasExpired(known)) return known
    this.#verified.delete(digest)
    throw expired()
  }

  #hasExpired({ expiresAt }: AccessTokenClaims): boolean {
    const lastMs = expiresAt.getTime() + CLOCK_TOLERANCE_SECONDS * 1_000
    return this.#platform.clock.now().getTime() >= lastMs
  }

  async #verifySignature(token: string): Promise<AccessTokenClaims> {
    try {
      const { payload } = await jwtVerify(token, (header) => this.#keyOf(header), {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: this.options.issuer,
        audience: this.options.audience,
        currentDate: this.#platform.clock.now(),
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        maxTokenAge: ACCESS_TOKEN_SECONDS,
      })
      return claimsOf(Payload.parse(payload))
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw expired()
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) throw notValid(error)
      throw error
    }
  }

  async #keyOf(header: Partial<JWTHeaderParameters>) {
    const { kid } = header
    const key =
      typeof kid === 'string' && !FOREIGN_KEY_MEMBERS.some((member) => member in header)
        ? await verificationKey(this.#platform, 'access_token', kid)
        : undefined
    if (!key) throw notValid()
    return key
  }
}

const claimsOf = (payload: z.infer<typeof Payload>): AccessTokenClaims => ({
  tenantId: payload.tenant_id,
  clientId: payload.client_id,
  scopes: parseScope(payload.scope),
  jti: payload.jti,
  grantId: payload.grant_id,
  issuedAt: dateOf(payload.iat),
  expiresAt: dateOf(payload.exp),
})

const secondsOf = (instant: Date) => Math.floor(instant.getTime() / 1_000)
const dateOf = (seconds: number) => new Date(seconds * 1_000)

/** The same text for every forged token, because details would not help an honest client. */
const notValid = (cause?: unknown) =>
  new DomainError(
    'unauthenticated',
    'The access token is not valid. Request a new one from POST /oauth/token.',
    { cause },
  )

const expired = () =>
  new DomainError(
    'unauthenticated',
    'The access token has expired. Request a new one from POST /oauth/token, with a refresh token or client credentials.',
  )
