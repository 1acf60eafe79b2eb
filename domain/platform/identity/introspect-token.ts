import { DomainError } from '../core/errors/errors.ts'
import type { Identity } from './create-identity.ts'
import type { AuthenticatedClient } from './authenticate-client.ts'
import { findLiveRefreshToken } from './refresh-tokens.ts'
import { narrowScopes } from './scopes.ts'
import { isRefreshToken } from './secrets.ts'

/** A valid token. */
export interface ActiveToken {
  kind: 'access' | 'refresh'
  tenantId: string
  clientId: string
  scopes: readonly string[]
  issuedAt: Date
  expiresAt: Date
  /** Set for access tokens only. */
  jti?: string
}

/** RFC 7662: the current state of a token of the caller's tenant; `undefined` for any other token. */
export const introspectToken = async (
  identity: Identity,
  client: AuthenticatedClient,
  token: string,
): Promise<ActiveToken | undefined> => {
  const found = isRefreshToken(token)
    ? await activeRefreshToken(identity, token)
    : await activeAccessToken(identity, token)
  return found?.tenantId === client.tenantId ? found : undefined
}

const activeAccessToken = async (
  identity: Identity,
  token: string,
): Promise<ActiveToken | undefined> => {
  try {
    const { claims, state } = await identity.inspect(token)
    const { grantId: _, scopes, ...rest } = claims
    return { kind: 'access', ...rest, scopes: narrowScopes(scopes, state.scopes) }
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unauthenticated') return undefined
    throw error
  }
}

const activeRefreshToken = async (
  { platform }: Identity,
  token: string,
): Promise<ActiveToken | undefined> => {
  const row = await findLiveRefreshToken(platform, token)
  if (!row) return undefined
  const { tenantId, clientId, scopes, createdAt, expiresAt } = row
  return { kind: 'refresh', tenantId, clientId, scopes, issuedAt: createdAt, expiresAt }
}
