import { DomainError } from '../core/errors.ts'
import type { Actor, Permission } from '../core/permissions.ts'
import type { Platform } from '../core/platform.ts'
import { AccessTokens, type AccessTokenClaims } from './access-tokens.ts'
import { isAllowedFrom } from './addresses.ts'
import { BoundedMap } from '../core/bounded-map.ts'
import { CONFIRMED, createConfirmation, type Confirmation } from './confirmation.ts'
import { FailureThrottle } from './failure-throttle.ts'
import { keyPermissions, narrowScopes } from './scopes.ts'
import { TokenStates, type TokenState } from './token-states.ts'

/** Who calls, and within which limits. */
export interface Principal {
  tenantId: string
  /** The API key. */
  clientId: string
  actor: Actor
  /** HTTP methods that the key may use; empty means all. */
  methods: readonly string[]
  /** An operator's own figure on the key. */
  rateLimitPerMinute: number | undefined
  /** An operator's own figure for all keys of the centre together. */
  tenantRateLimitPerMinute: number | undefined
  /** The token's scopes, as far as the key still has them. */
  scopes: string[]
  /** Until it has settled, all this is how it was at the caller's last call. */
  confirmation: Confirmation
}

/** Where a call comes from and how it was made. */
export interface Caller {
  ip?: string
  method: string
}

export interface IdentityOptions {
  /** The public URL of this API. */
  issuer: string
  /** Whom tokens are meant for; the issuer itself unless said otherwise. */
  audience?: string
}

/** What recognizes machines: made once per process. */
export interface Identity {
  readonly platform: Platform
  readonly tokens: AccessTokens
  readonly failures: FailureThrottle
  /** Recognizes the holder of an access token, or throws `unauthenticated`. */
  authenticate(token: string, caller: Caller): Promise<Principal>
  /** The state of a genuine token whose key lives and that was not revoked, or `unauthenticated`. */
  inspect(token: string): Promise<{ claims: AccessTokenClaims; state: TokenState }>
}

export const createIdentity = (platform: Platform, options: IdentityOptions): Identity => {
  const { issuer, audience = issuer } = options
  const tokens = new AccessTokens(platform, { issuer, audience })
  const states = new TokenStates(platform)
  const inspect = async (token: string) => {
    const claims = await tokens.verify(token)
    const state = await states.find(claims)
    return { claims, state: assertLive(state, platform.clock.now()) }
  }
  return {
    platform,
    tokens,
    failures: new FailureThrottle(platform),
    inspect,
    async authenticate(token, { ip }) {
      const claims = await tokens.verify(token)
      const known = states.known(claims)
      // What refused a moment ago may be allowed by now: only the database refuses.
      if (known && isLive(known, platform.clock.now()) && isAllowedFrom(known.ipRanges, ip)) {
        const confirmation = createConfirmation(platform, states, claims, known)
        return { ...principalOf(claims, known), confirmation }
      }
      const { state } = await inspect(token)
      if (!isAllowedFrom(state.ipRanges, ip)) {
        throw refused('This API key may not be used from your address.')
      }
      return { ...principalOf(claims, state), confirmation: CONFIRMED }
    },
  }
}

const isLive = ({ revokedAt, tokenRevoked, expiresAt }: TokenState, now: Date): boolean =>
  !revokedAt && !tokenRevoked && !(expiresAt && expiresAt <= now)

const assertLive = (state: TokenState | undefined, now: Date): TokenState => {
  if (state && isLive(state, now)) return state
  throw refused(
    state && !state.revokedAt && !state.tokenRevoked
      ? 'The API key has expired. Use another key, or have its expiry moved.'
      : 'The access token or its API key was revoked. Use another key.',
  )
}

type Known = Omit<Principal, 'confirmation'>

/** A state is one token's, and another object once it has changed: whom it makes is worked out once. */
const principals = new WeakMap<TokenState, Known>()

const principalOf = (claims: AccessTokenClaims, state: TokenState): Known => {
  const known = principals.get(state)
  if (known) return known
  const made = makePrincipal(claims, state)
  principals.set(state, made)
  return made
}

const makePrincipal = (claims: AccessTokenClaims, state: TokenState): Known => {
  const scopes = narrowScopes(claims.scopes, state.scopes)
  return {
    tenantId: claims.tenantId,
    clientId: claims.clientId,
    actor: {
      kind: 'API_KEY',
      id: claims.clientId,
      permissions: permissionsFor(scopes, state.resources, state.providerId),
      ...(state.providerId && { providerId: state.providerId }),
    },
    methods: state.methods,
    rateLimitPerMinute: state.rateLimitPerMinute ?? undefined,
    tenantRateLimitPerMinute: state.tenantRateLimitPerMinute ?? undefined,
    scopes,
  }
}

const knownPermissions = new BoundedMap<ReadonlySet<Permission>>(1_000)

const permissionsFor = (
  scopes: readonly string[],
  resources: readonly string[],
  providerId: string | null,
) =>
  knownPermissions.remember(
    `${scopes.join(' ')}|${resources.join(' ')}|${providerId ? 'provider' : ''}`,
    () => keyPermissions(scopes, resources, providerId),
  )

const refused = (message: string) => new DomainError('unauthenticated', message)
