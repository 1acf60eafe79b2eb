import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ClientAuth,
  type Configuration,
  type IDToken,
} from 'openid-client'
import type { AddressPolicy } from '../webhooks/index.ts'
import type { GuardedFetch } from './guarded-fetch.ts'
import { ProviderUnavailableError } from './provider-unavailable-error.ts'

/** How many seconds the clocks of a provider and the platform may differ. */
const CLOCK_TOLERANCE_SECONDS = 5
/** Seconds after which a logout token can only be a replay. */
const LOGOUT_TOKEN_SECONDS = 120

/** The platform's registration as a client of a provider. */
export interface ProviderClient {
  issuer: string
  clientId: string
  clientSecret: string
}

export interface Surroundings {
  /** The providers that may be called. */
  addresses: AddressPolicy
  now: () => Date
}

/** Values sent with the browser, or returned by it and compared. */
export interface SignInSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

/** How strongly a person must have authenticated. */
export interface Assurance {
  acrValues: readonly string[]
  maxAgeSeconds: number | null
}

/** A provider's answer that must not be trusted. Messages are for the audit trail. */
export class AnswerRefusedError extends Error {
  override readonly name = 'AnswerRefusedError'
}

/** The address to which the browser is redirected. */
export const authorizationUrl = (
  surroundings: Surroundings,
  client: ProviderClient,
  {
    redirectUri,
    scopes,
    secrets,
    assurance: { acrValues, maxAgeSeconds },
    loginHint,
  }: {
    redirectUri: string
    scopes: readonly string[]
    secrets: SignInSecrets
    assurance: Assurance
    loginHint: string | undefined
  },
): Promise<URL> =>
  withProvider(surroundings, client, async (provider) =>
    buildAuthorizationUrl(provider, {
      redirect_uri: redirectUri,
      scope: scopes.join(' '),
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await calculatePKCECodeChallenge(secrets.codeVerifier),
      code_challenge_method: 'S256',
      ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
      ...(maxAgeSeconds !== null && { max_age: String(maxAgeSeconds) }),
      ...(loginHint !== undefined && { login_hint: loginHint }),
    }),
  )

/** What a provider states about a person who returned from it, after all checks. */
export const redeemAnswer = (
  surroundings: Surroundings,
  client: ProviderClient,
  {
    callbackUrl,
    secrets,
    assurance: { acrValues, maxAgeSeconds },
  }: { callbackUrl: URL; secrets: SignInSecrets; assurance: Assurance },
): Promise<IDToken> =>
  withProvider(surroundings, client, async (provider) => {
    const tokens = await authorizationCodeGrant(provider, callbackUrl, {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.codeVerifier,
      ...(maxAgeSeconds !== null && { maxAge: maxAgeSeconds }),
    })
    const claims = tokens.claims()!
    if (!isSubject(claims.sub))
      throw new AnswerRefusedError('the sub of the ID token is not usable')
    if (claims.iat > surroundings.now().getTime() / 1000 + CLOCK_TOLERANCE_SECONDS)
      throw new AnswerRefusedError('the ID token was issued in the future')
    if (acrValues.length > 0 && !acrValues.some((value) => value === claims['acr']))
      throw new AnswerRefusedError('the ID token has none of the required acr values')
    return claims
  })

/** 1 to 255 ASCII characters (OpenID Connect Core 1.0 §2), not only spaces. */
const isSubject = (subject: string): boolean =>
  /^[\x20-\x7e]{1,255}$/.test(subject) && subject.trim() !== ''

/** Where people also sign out of the provider; undefined if it has no such page. */
export const endSessionUrl = (
  surroundings: Surroundings,
  client: ProviderClient,
  returnTo: string,
): Promise<URL | undefined> =>
  withProvider(surroundings, client, async (provider) =>
    provider.serverMetadata().end_session_endpoint === undefined
      ? undefined
      : // Refuses anything but an https URL, because the provider's metadata may contain a script.
        buildEndSessionUrl(provider, { post_logout_redirect_uri: returnTo }),
  )

/** Whose session has ended according to a provider (OpenID Connect Back-Channel Logout 1.0 §2.6). */
export const verifyLogoutToken = (
  surroundings: Surroundings,
  client: ProviderClient,
  token: string,
): Promise<{ subject: string | undefined; sessionId: string | undefined }> =>
  refusing(async () => {
    const keys = createLocalJWKSet(await keysOf(surroundings, client))
    const { payload } = await jwtVerify(token, keys, {
      issuer: client.issuer,
      audience: client.clientId,
      algorithms: SIGNED_BY_KEY_PAIRS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: LOGOUT_TOKEN_SECONDS,
      currentDate: surroundings.now(),
      requiredClaims: ['jti', 'events'],
    })
    const { events, nonce, sub: subject, sid } = payload
    const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events
    const sessionId = typeof sid === 'string' ? sid : undefined
    if (!isLogout || nonce !== undefined || (subject ?? sessionId) === undefined)
      throw new AnswerRefusedError('this is not a logout token')
    return { subject, sessionId }
  })

/** How long the keys that verify logout tokens are cached, in milliseconds. */
const KEYS_KEPT_MS = 10_000
const MOST_ISSUERS = 1_000

interface KeptKeys {
  readAt: number
  keys: Promise<JSONWebKeySet>
}

const keptKeys = new Map<string, KeptKeys>()

/**
 * An issuer's keys, read at most once in ten seconds even after a failure: anybody can send a logout token and
 * must not make the platform call a provider as often as they like.
 */
const keysOf = (surroundings: Surroundings, client: ProviderClient): Promise<JSONWebKeySet> => {
  const now = performance.now()
  const kept = keptKeys.get(client.issuer)
  if (kept && now - kept.readAt < KEYS_KEPT_MS) return kept.keys
  keptKeys.delete(client.issuer)
  if (keptKeys.size >= MOST_ISSUERS) keptKeys.delete([...keptKeys.keys()][0]!)
  const keys = readKeys(surroundings, client)
  keptKeys.set(client.issuer, { readAt: now, keys })
  return keys
}

const readKeys = (surroundings: Surroundings, client: ProviderClient): Promise<JSONWebKeySet> =>
  withProvider(surroundings, client, async (provider, { fetch }) => {
    const { jwks_uri: keysUrl } = provider.serverMetadata()
    if (keysUrl === undefined) throw new ProviderUnavailableError('the provider publishes no keys')
    const answer = await fetch(keysUrl, {
      method: 'GET',
      headers: {},
      body: undefined,
      redirect: 'manual',
    })
    return (await answer.json()) as JSONWebKeySet
  })

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const SIGNED_BY_KEY_PAIRS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

/**
 * Reads the provider's metadata each time: signing in is rare, and changes, especially of keys, apply
 * immediately. Throws {@link ProviderUnavailableError} or {@link AnswerRefusedError}.
 */
const withProvider = async <T>(
  { addresses, now }: Surroundings,
  { issuer, clientId, clientSecret }: ProviderClient,
  work: (provider: Configuration, guarded: GuardedFetch) => Promise<T>,
): Promise<T> => {
  const { createGuardedFetch } = await import('./guarded-fetch.ts')
  await using guarded = createGuardedFetch(addresses)
  const provider = await discovery(
    new URL(issuer),
    clientId,
    {
      [clockSkew]: Math.round((now().getTime() - Date.now()) / 1000),
      [clockTolerance]: CLOCK_TOLERANCE_SECONDS,
    },
    authenticateBy(clientSecret),
    {
      [customFetch]: guarded.fetch,
      // Plain http is possible only in ranges that an operator allows; the address policy enforces this.
      execute: [
        enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
      ],
    },
  ).catch((cause: unknown) => {
    throw new ProviderUnavailableError('no discovery document', { cause })
  })
  // Awaited here, because the fetch that it uses is closed on return.
  return await refusing(() => work(provider, guarded))
}

/** An answer that cannot be read for any reason must not be trusted, unless the provider could not be reached. */
const refusing = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw unavailabilityIn(error) ?? asRefused(error)
  }
}

/** The method that the provider requires; by default HTTP Basic (OpenID Connect Discovery 1.0 §3). */
const authenticateBy = (secret: string): ClientAuth => {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? basic : post
    authenticate(server, ...rest)
  }
}

const unavailabilityIn = (error: unknown): ProviderUnavailableError | undefined => {
  if (error instanceof ProviderUnavailableError) return error
  return error instanceof Error && error.cause !== undefined
    ? unavailabilityIn(error.cause)
    : undefined
}

const asRefused = (cause: unknown): AnswerRefusedError => {
  if (cause instanceof AnswerRefusedError) return cause
  const message = cause instanceof Error ? cause.message : 'the answer could not be read'
  return new AnswerRefusedError(message, { cause })
}
