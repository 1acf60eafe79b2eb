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

/** Seconds that the clocks of a provider and of the platform may differ. */
const CLOCK_TOLERANCE_SECONDS = 5
/** Seconds after which a logout token is too old to be anything but a repetition. */
const LOGOUT_TOKEN_SECONDS = 120

/** What the platform is to a provider. */
export interface ProviderClient {
  issuer: string
  clientId: string
  clientSecret: string
}

export interface Surroundings {
  /** Which providers may be called. */
  addresses: AddressPolicy
  now: () => Date
}

/** What leaves with the browser, or comes back and is compared. */
export interface SignInSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

/** How strongly somebody has to have authenticated. */
export interface Assurance {
  acrValues: readonly string[]
  maxAgeSeconds: number | null
}

/** The answer of a provider that must not be believed. Messages are for the trail. */
export class AnswerRefusedError extends Error {
  override readonly name = 'AnswerRefusedError'
}

/** Where the browser is sent. */
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

/** What a provider says of somebody who came back from it, once all of it was checked. */
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

/** 1 to 255 ASCII characters (OpenID Connect Core 1.0 §2), and not blanks alone. */
const isSubject = (subject: string): boolean =>
  /^[\x20-\x7e]{1,255}$/.test(subject) && subject.trim() !== ''

/** Where people sign out of the provider as well; undefined where it has no such page. */
export const endSessionUrl = (
  surroundings: Surroundings,
  client: ProviderClient,
  returnTo: string,
): Promise<URL | undefined> =>
  withProvider(surroundings, client, async (provider) =>
    provider.serverMetadata().end_session_endpoint === undefined
      ? undefined
      : // Refuses what is no https URL: what a provider says of itself may be a script.
        buildEndSessionUrl(provider, { post_logout_redirect_uri: returnTo }),
  )

/** Whose session a provider says has ended (OpenID Connect Back-Channel Logout 1.0 §2.6). */
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

/** Milliseconds for which keys are kept by which logout tokens are verified. */
const KEYS_KEPT_MS = 10_000
const MOST_ISSUERS = 1_000

interface KeptKeys {
  readAt: number
  keys: Promise<JSONWebKeySet>
}

const keptKeys = new Map<string, KeptKeys>()

/**
 * Of an issuer, read once in ten seconds at the most, a failure included: anybody can send a logout token, and must not
 * have the platform call a provider as often as they like.
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
 * Asks the provider how it is reached, each time: signing in is rare, and what it has changed, its keys
 * above all, counts at once. Throws {@link ProviderUnavailableError} or {@link AnswerRefusedError}.
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
      // Plain http is for the ranges that an operator has opened: the address policy sees to it.
      execute: [
        enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
      ],
    },
  ).catch((cause: unknown) => {
    throw new ProviderUnavailableError('no discovery document', { cause })
  })
  // Awaited here: what it asks with is closed when this returns.
  return await refusing(() => work(provider, guarded))
}

/** Whatever fails while an answer is read is an answer that must not be believed, unless the provider could not be asked. */
const refusing = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw unavailabilityIn(error) ?? asRefused(error)
  }
}

/** As the provider wants it; without a word of its own, by HTTP Basic (OpenID Connect Discovery 1.0 §3). */
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
