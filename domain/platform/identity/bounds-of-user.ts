import { DomainError } from '../core/errors.ts'
import { actorFor, authorize, type Bounds, type Permission } from '../core/permissions.ts'
import type { Reader } from '../core/transaction.ts'
import { loadActiveUser } from './load-active-user.ts'

/** To what a user is bound for whom an address was made; refuses it once they may not do this any more. */
export const boundsOfUser = async (
  reader: Reader,
  userId: string,
  permission: Permission,
): Promise<Bounds> => {
  const known = await loadActiveUser(reader, { userId })
  if (!known)
    throw new DomainError(
      'link_revoked',
      'Whoever asked for this link does not work here any more. Ask for another link.',
    )
  const actor = actorFor(known.actors, [permission])
  authorize(actor, permission)
  const { providerId, locationIds } = actor
  return { ...(providerId && { providerId }), ...(locationIds && { locationIds }) }
}
