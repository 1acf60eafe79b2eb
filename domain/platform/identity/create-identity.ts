import { DomainError } from '../core/errors/errors.ts'
import type { Actor, Permission } from '../core/access/permissions.ts'
import type { Platform } from '../core/context/platform.ts'
import { AccessTokens, type AccessTokenClaims } from './access-tokens.ts'
import { isAllowedFrom } from './addresses.ts'
import { BoundedMap } from '../core/context/bounded-map.ts'
import { actorsOf } from './actors-of.ts'
import {
  CONFIRMED,
  createConfirmation,
  sessionIsUnchanged,
  tokenIsUnchanged,
  type Confirmation,
} from './confirmation.ts'
import { FailureThrottle } from './failure-throttle.ts'
import { keyPermissions, narrowScopes } from './scopes.ts'
import { isLiveSession, Sessions, type SessionState } from './sessions.ts'
import { TokenStates, type TokenState } from './token-states.ts'

/** A caller and its limits. */
export interface Principal {
  tenantId: string
  /** The id of the API key or the user. */
  callerId: string
  /**
   * The possible actors, the widest first: for an API key the key itself, and for a person one for each extent
   * that their roles let them see.
   */
  actors: readonly [Actor, ...Actor[]]
  /**
   * The calls that the centre accepts from this caller. A suspended centre accepts only reads, and only from
   * signed-in owners.
   */
  admits: 'ALL' | 'READS' | 'NOTHING'
  /** The HTTP methods allowed for the key; empty allows all. */
  methods: readonly string[]
  /** The limit that the operator set for the key. */
  rateLimitPerMinute: number | undefined
  /** The limit that the operator set for all keys of the centre. */
  tenantRateLimitPerMinute: number | undefined
  /** The scopes of the token that the key still has. */
  scopes: string[]
  /** Until this settles, all other members are cached from the caller's last call. */
  confirmation: Confirmation
  /** Set for a signed-in person. */
  session?: {
    id: string
    renewedToken: string | undefined
    expiresAt: Date
    awaitsFactor: boolean
  }
}

/** A person with a session. */
export type SignedIn = Principal & Required<Pick<Principal, 'session'>>

/** Where a call comes from, and its method. */
export interface Caller {
  ip?: string
  method: string
}

export interface IdentityOptions {
  /** The public URL of this API. */
  issuer: string
  /** The audience of tokens; by default the issuer. */
  audience?: string
}

/** Authenticates programs and people. Created once per process. */
export interface Identity {
  readonly platform: Platform
  readonly tokens: AccessTokens
  readonly sessions: Sessions
  readonly failures: FailureThrottle
  /** Authenticates an access token. Throws `unauthenticated` otherwise. */
  authenticate(token: string, caller: Caller): Promise<Principal>
  /**
   * Authenticates a session or a delegated key. Throws `unauthenticated` otherwise. A session that lacks its
   * second factor is refused, except by endpoints for that factor.
   */
  authenticateSession(token: string, serves?: { factor: true }): Promise<SignedIn>
  /** The state of a token that is valid and not revoked and whose key is active. Throws `unauthenticated` otherwise. */
  inspect(token: string): Promise<{ claims: AccessTokenClaims; state: TokenState }>
}

export const createIdentity = (platform: Platform, options: IdentityOptions): Identity => {
  const { issuer, audience = issuer } = options
  const tokens = new AccessTokens(platform, { issuer, audience })
  const states = new TokenStates(platform)
  const sessions = new Sessions(platform)
  const inspect = async (token: string) => {
    const claims = await tokens.verify(token)
    const state = await states.find(claims)
    return { claims, state: assertLive(state, platform.clock.now()) }
  }
  return {
    platform,
    tokens,
    sessions,
    failures: new FailureThrottle(platform),
    inspect,
    async authenticateSession(token, serves) {
      const known = sessions.known(token)
      if (known?.centreActive && isLiveSession(known, platform.clock.now())) {
        if (known.awaitsFactor && !serves) throw factorRequired(issuer)
        const question = { ...sessionIsUnchanged(known), forget: () => sessions.forget(token) }
        return { ...personOf(known), confirmation: createConfirmation(platform, question) }
      }
      const state = await sessions.find(token)
      if (!state || !isLiveSession(state, platform.clock.now())) throw refused(SIGN_IN_AGAIN)
      if (state.awaitsFactor && !serves) throw factorRequired(issuer)
      const renewedToken = await sessions.renewed(token, state)
      const { session, ...person } = personOf(state)
      return { ...person, session: { ...session, renewedToken }, confirmation: CONFIRMED }
    },
    async authenticate(token, { ip }) {
      const claims = await tokens.verify(token)
      const known = states.known(claims)
      // A cached refusal may be outdated, so only the database refuses.
      if (known && isCurrent(known, platform.clock.now()) && isAllowedFrom(known.ipRanges, ip)) {
        const question = { ...tokenIsUnchanged(claims, known), forget: () => states.forget(claims) }
        return {
          ...principalOf(claims, known),
          confirmation: createConfirmation(platform, question),
        }
      }
      const { state } = await inspect(token)
      if (!isAllowedFrom(state.ipRanges, ip)) {
        throw refused(
          'This API key cannot be used from your address. Use an allowed address, or ask for the address to be added to the key’s ipRanges.',
        )
      }
      return { ...principalOf(claims, state), confirmation: CONFIRMED }
    },
  }
}

const isLive = ({ revokedAt, tokenRevoked, expiresAt }: TokenState, now: Date): boolean =>
  !revokedAt && !tokenRevoked && !(expiresAt && expiresAt <= now)

const isCurrent = (state: TokenState, now: Date): boolean =>
  state.centreActive && isLive(state, now)

const assertLive = (state: TokenState | undefined, now: Date): TokenState => {
  if (state && isLive(state, now)) return state
  throw refused(
    state && !state.revokedAt && !state.tokenRevoked
      ? 'The API key has expired. Use another key, or ask for its expiry date to be extended.'
      : 'The access token or its API key was revoked. Use another key.',
  )
}

type Known = Omit<Principal, 'confirmation'>

/** A state belongs to one token and is replaced when it changes, so its caller is computed only once. */
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
    callerId: claims.clientId,
    actors: [
      {
        kind: 'API_KEY',
        id: claims.clientId,
        permissions: permissionsFor(scopes, state.resources, state.providerId),
        ...(state.providerId && { providerId: state.providerId }),
      },
    ],
    admits: state.centreActive ? 'ALL' : 'NOTHING',
    methods: state.methods,
    rateLimitPerMinute: state.rateLimitPerMinute ?? undefined,
    tenantRateLimitPerMinute: state.tenantRateLimitPerMinute ?? undefined,
    scopes,
  }
}

type Person = Known & { session: NonNullable<Principal['session']> }

const people = new WeakMap<SessionState, Person>()

const personOf = (state: SessionState): Person => {
  const known = people.get(state)
  if (known) return known
  const { id, tenantId, userId, expiresAt, awaitsFactor, tenantRateLimitPerMinute } = state
  const isOwner = state.roles.includes('OWNER') && state.scopes.length === 0
  const made: Person = {
    tenantId,
    callerId: userId,
    actors: actorsOf(state),
    admits: state.centreActive ? 'ALL' : isOwner ? 'READS' : 'NOTHING',
    methods: [],
    rateLimitPerMinute: undefined,
    tenantRateLimitPerMinute: tenantRateLimitPerMinute ?? undefined,
    scopes: [],
    session: { id, renewedToken: undefined, expiresAt, awaitsFactor },
  }
  people.set(state, made)
  return made
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

const SIGN_IN_AGAIN = 'Your session has ended. Sign in again at /sign-in.'

const factorRequired = (issuer: string) =>
  new DomainError(
    'second_factor_required',
    'Your centre requires a second factor. Use a passkey or a recovery code at /sign-in, or register your first passkey there.',
    { extra: { url: new URL('/sign-in', issuer).href } },
  )

const refused = (message: string) => new DomainError('unauthenticated', message)
