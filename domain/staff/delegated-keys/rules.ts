import { createHash } from 'node:crypto'
import { CLIENT_ID } from './client-id.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { line } from '#platform/core/records/record.ts'
import { DEFAULT_SCOPES } from '#platform/core/access/permissions.ts'
import { requestedScopes } from '#platform/identity/scopes.ts'

const MAX_NAME = 100
const MAX_STATE = 200

/** A request for authorization (RFC 6749 §4.1.1, RFC 7636 §4.3). */
export interface AuthorizationRequest {
  codeChallenge: string
  /** Where the code is sent: to the program on this machine. Without it, the page shows the code. */
  redirectUri: string | undefined
  state: string | undefined
  /** The name that the program gives itself. */
  name: string
  scopes: string[]
}

/** Parses a request for a code. Throws an error that names the invalid parameter. */
export const readAuthorizationRequest = (
  parameters: ReadonlyMap<string, string>,
): AuthorizationRequest => {
  const asked = (name: string) => parameters.get(name) || undefined
  const fixed = { response_type: 'code', client_id: CLIENT_ID, code_challenge_method: 'S256' }
  for (const [name, value] of Object.entries(fixed))
    if (asked(name) !== value) throw invalid(name, 'invalid_value', `${name} must be ${value}.`)
  const codeChallenge = asked('code_challenge') ?? ''
  if (!/^[\w-]{43}$/.test(codeChallenge))
    throw invalid(
      'code_challenge',
      'invalid_format',
      'code_challenge must be a SHA-256 in base64url (RFC 7636 §4.2).',
    )
  const state = asked('state')
  if (state && state.length > MAX_STATE)
    throw invalid('state', 'too_long', `state must have at most ${MAX_STATE} characters.`)
  const redirectUri = asked('redirect_uri')
  if (redirectUri !== undefined) assertLoopback(redirectUri)
  const name = line(MAX_NAME).safeParse(asked('name') ?? CLIENT_ID)
  if (!name.success)
    throw invalid(
      'name',
      'invalid_format',
      `name must be one line of at most ${MAX_NAME} characters.`,
    )
  return {
    codeChallenge,
    redirectUri,
    state,
    name: name.data,
    scopes: requestedScopes(asked('scope'), DEFAULT_SCOPES),
  }
}

/** RFC 8252 §7.3: a program on the person's own machine, on any port. Codes are sent nowhere else. */
const assertLoopback = (uri: string): void => {
  const url = URL.parse(uri)
  const isLoopback =
    url?.protocol === 'http:' &&
    (url.hostname === '127.0.0.1' || url.hostname === '[::1]') &&
    url.username === '' &&
    url.password === '' &&
    url.hash === ''
  if (!isLoopback)
    throw invalid(
      'redirect_uri',
      'invalid_value',
      'redirect_uri must be http://127.0.0.1:<port>/… or http://[::1]:<port>/….',
    )
}

/** Whether the verifier matches the challenge in the request (RFC 7636 §4.6). */
export const provesChallenge = (verifier: string, codeChallenge: string): boolean =>
  /^[\w.~-]{43,128}$/.test(verifier) &&
  createHash('sha256').update(verifier).digest('base64url') === codeChallenge

/** The lifetimes that can be chosen, in days, up to the centre's maximum. */
export const offeredDays = (longest: number): number[] =>
  [1, 7, 30, 90].filter((days) => days < longest).concat(longest > 0 ? [longest] : [])
