import { DomainError } from '../core/errors/errors.ts'
import { actorFor, authorize, type Bounds, type Permission } from '../core/access/permissions.ts'
import type { Reader } from '../core/transactions/transaction.ts'
import { loadActors } from './load-actors.ts'

/** To what a user or an API key is bound that made an address; refuses it once they may not do this any more. */
export const boundsOf = async (
  reader: Reader,
  id: string,
  permission: Permission,
): Promise<Bounds> => {
  const actors = await loadActors(reader, id)
  if (!actors)
    throw new DomainError(
      'link_revoked',
      'The user or API key that asked for this link is no longer active. Ask for another link.',
    )
  const actor = actorFor(actors, [permission])
  authorize(actor, permission)
  const { providerId, locationIds } = actor
  return { ...(providerId && { providerId }), ...(locationIds && { locationIds }) }
}
