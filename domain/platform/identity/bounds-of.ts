import type { Actor } from '../core/access/permissions.ts'
import { inTenant } from '../core/records/record-ref.ts'
import { limitsOfKey } from './limits-of-key.ts'
import { DomainError } from '../core/errors/errors.ts'
import { actorFor, authorize, type Bounds, type Permission } from '../core/access/permissions.ts'
import type { Reader } from '../core/transactions/transaction.ts'
import { loadActors } from './load-actors.ts'

/** The user or key that issued a URL which works without a token. */
export interface Maker {
  /** The user or API key. */
  id: string
  /** The session or delegated key of the person who issued the URL, if the URL ends with it. */
  through?: string
  /** The limits of the API key that issued the URL (limits-of-key.ts), if the URL ends when they change. */
  limits?: string
}

/** The actor for the URL's issuer as of now. Refuses the URL once the issuer lacks the permission. */
export const makerOf = async (
  reader: Reader,
  maker: Maker,
  permission: Permission,
): Promise<Actor> => {
  const actors = await loadActors(reader, maker.id, maker.through)
  if (!actors || !(await isAsItWas(reader, maker)))
    throw new DomainError(
      'link_revoked',
      'The session, program or API key that requested this link has ended or was limited, or its user is no longer active. Request another link.',
    )
  const actor = actorFor(actors, [permission])
  authorize(actor, permission)
  return actor
}

/** The limits of the URL's issuer as of now. */
export const boundsOf = async (
  reader: Reader,
  maker: Maker,
  permission: Permission,
): Promise<Bounds> => {
  const { providerId, locationIds } = await makerOf(reader, maker, permission)
  return { ...(providerId && { providerId }), ...(locationIds && { locationIds }) }
}

const isAsItWas = async (reader: Reader, { id, through, limits }: Maker): Promise<boolean> => {
  if (limits !== undefined) return (await limitsOfKey(reader, id)) === limits
  if (through === undefined) return true
  const session = await reader.db.userSession.findFirst({
    where: { ...inTenant(reader, through), revokedAt: null, expiresAt: { gt: reader.now } },
    select: { id: true },
  })
  return session !== null
}
