import { subjectOf } from '../core/records/ids.ts'
import type { Actor, Permission } from '../core/access/permissions.ts'
import { inTenant } from '../core/records/record-ref.ts'
import type { Reader } from '../core/transactions/transaction.ts'
import { loadActiveUser } from './load-active-user.ts'
import { keyPermissions } from './scopes.ts'

/**
 * The actors of a user or an API key as of now, by id; undefined if they may not act.
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
  const { scopes, resources, providerId, methods } = key
  const permissions = keyPermissions(scopes, resources, providerId)
  const isReadOnly = methods.length > 0 && !methods.includes('POST')
  return [
    {
      kind: 'API_KEY',
      id,
      permissions: isReadOnly ? new Set([...permissions].filter(isOfReading)) : permissions,
      ...(isReadOnly && { isReadOnly }),
      ...(providerId && { providerId }),
    },
  ]
}

/** If a key works without its own call, the work counts as a POST if it writes, as at /mcp. */
const isOfReading = (permission: Permission): boolean => permission.endsWith(':read')
