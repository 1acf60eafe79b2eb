import { DomainError } from '../core/errors/errors.ts'
import { ACCESS_TOKEN_SECONDS } from './access-tokens.ts'
import type { Identity } from './create-identity.ts'
import type { AuthenticatedClient } from './authenticate-client.ts'
import { beginGrant, spendRefreshToken, type IssuedRefreshToken } from './refresh-tokens.ts'
import { narrowScopes, requestedScopes } from './scopes.ts'

/** The response to a grant. */
export interface Grant {
  accessToken: string
  expiresInSeconds: number
  scopes: readonly string[]
  refreshToken: string
  /** The family, whose id identifies the grant in the audit row. */
  grantId: string
}

/** RFC 6749 §4.4. If no scope is requested, all scopes of the key are granted. */
export const clientCredentialsGrant = async (
  identity: Identity,
  client: AuthenticatedClient,
  request: { scope?: string | undefined },
): Promise<Grant> => {
  const scopes = requestedScopes(request.scope, client.scopes)
  return answer(identity, client, scopes, await beginGrant(identity.platform, client, scopes))
}

/**
 * RFC 6749 §6, with rotation (RFC 9700 §4.14.2). A scope narrows only the access token; the next refresh token
 * keeps the original grant.
 */
export const refreshTokenGrant = async (
  identity: Identity,
  client: AuthenticatedClient,
  request: { refreshToken: string; scope?: string | undefined },
): Promise<Grant> => {
  let scopes: readonly string[] = []
  const outcome = await spendRefreshToken(
    identity.platform,
    client,
    request.refreshToken,
    (granted) => {
      scopes = requestedScopes(request.scope, narrowScopes(granted, client.scopes))
    },
  )
  switch (outcome.verdict) {
    case 'fresh':
    case 'retry':
      return answer(identity, client, scopes, outcome)
    case 'reused':
      throw new DomainError(
        'invalid_grant',
        'This refresh token has already been used, so all tokens of its grant are revoked. Request a new token with client_credentials.',
      )
    case 'invalid':
      throw new DomainError(
        'invalid_grant',
        'The refresh token is unknown, expired or revoked. Request a new token with client_credentials.',
      )
  }
}

const answer = async (
  { tokens }: Identity,
  { tenantId, clientId }: AuthenticatedClient,
  scopes: readonly string[],
  { token, grantId }: IssuedRefreshToken,
): Promise<Grant> => {
  const issued = await tokens.issue({ tenantId, clientId, scopes, grantId })
  return {
    accessToken: issued.token,
    expiresInSeconds: ACCESS_TOKEN_SECONDS,
    scopes,
    refreshToken: token,
    grantId,
  }
}
