import { subjectOf } from '../core/records/ids.ts'
import type { Actor } from '../core/access/permissions.ts'
import { inTenant } from '../core/records/record-ref.ts'
import type { Reader } from '../core/transactions/transaction.ts'
import { loadActiveUser } from './load-active-user.ts'
import { keyPermissions } from './scopes.ts'

/**
 * As whom a user or an API key may act now, by their id; undefined when they may not act any more.
 * @param through the session or delegated key of a user
 */
export const loadActors = async (
  reader: Reader,
  id: string,
  through?: string,
): Promise<readonly [Actor, ...Actor[]] | undefined> =>
  subjectOf(id)?.type === 'user'
    ? (await loadActiveUser(reader, { userId: id, through }))?.actors
    : actorsOfKey(reader, id)

const actorsOfKey = async (reader: Reader, id: string): Promise<[Actor] | undefined> => {
  const key = await reader.db.apiKey.findFirst({ where: inTenant(reader, id) })
  if (!key || key.revokedAt || (key.expiresAt && key.expiresAt <= reader.now)) return undefined
  const { scopes, resources, providerId } = key
  const permissions = keyPermissions(scopes, resources, providerId)
  return [{ kind: 'API_KEY', id, permissions, ...(providerId && { providerId }) }]
}
