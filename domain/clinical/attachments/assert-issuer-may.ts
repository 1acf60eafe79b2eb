import { DomainError } from '#platform/core/errors.ts'
import { authorize, type Bounds } from '#platform/core/permissions.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import type { Reader } from '#platform/core/transaction.ts'
import { boundsOfUser } from '#platform/identity/bounds-of-user.ts'
import { keyPermissions } from '#platform/identity/scopes.ts'
import type { FileLink } from './file-link.ts'
import { permissionOf } from './permission-of.ts'

/** Refuses a link whose key or user has ended, or may not do this any more. Answers to what it is bound. */
export const assertIssuerMay = async (
  reader: Reader,
  { actor, ...link }: FileLink,
): Promise<Bounds> => {
  const permission = permissionOf(link)
  if (actor.kind === 'USER') return boundsOfUser(reader, actor.id, permission)
  if (actor.kind !== 'API_KEY') return {}
  const key = await reader.db.apiKey.findFirst({ where: inTenant(reader, actor.id) })
  if (!key || key.revokedAt || (key.expiresAt && key.expiresAt <= reader.now))
    throw new DomainError(
      'link_revoked',
      'The API key that asked for this link was revoked or has expired. Ask for another link with an API key that is valid.',
    )
  const permissions = keyPermissions(key.scopes, key.resources, key.providerId)
  authorize({ ...actor, permissions }, permission)
  return key.providerId ? { providerId: key.providerId } : {}
}
