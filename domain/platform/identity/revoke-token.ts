import { DomainError } from '../core/errors/errors.ts'
import type { AccessTokenClaims } from './access-tokens.ts'
import type { Identity } from './create-identity.ts'
import type { AuthenticatedClient } from './authenticate-client.ts'
import { recordRevocation, revokeGrant } from './refresh-tokens.ts'
import { isRefreshToken } from './secrets.ts'
import { systemSql } from './system-sql.ts'

/**
 * RFC 7009. A refresh token ends its whole grant; an access token ends only itself. A token that is unknown,
 * invalid or foreign is ignored, and the response does not reveal which.
 */
export const revokeToken = async (
  identity: Identity,
  client: AuthenticatedClient,
  token: string,
): Promise<void> => {
  if (isRefreshToken(token)) return revokeGrant(identity.platform, client, token)
  const claims = await claimsOrNone(identity, token)
  if (claims?.clientId !== client.clientId) return
  await recordRevocation(systemSql(identity.platform), {
    tenantId: claims.tenantId,
    id: claims.jti,
    expiresAt: new Date(claims.expiresAt.getTime() + 60_000),
  })
}

const claimsOrNone = async (
  { tokens }: Identity,
  token: string,
): Promise<AccessTokenClaims | undefined> => {
  try {
    return await tokens.verify(token)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unauthenticated') return undefined
    throw error
  }
}
