import type { Bounds } from '#platform/core/access/permissions.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { boundsOf } from '#platform/identity/bounds-of.ts'
import type { FileLink } from './file-link.ts'
import { permissionOf } from './permission-of.ts'

/** Refuses a link whose key or user has ended, or may not do this any more. Answers to what it is bound. */
export const assertIssuerMay = async (
  reader: Reader,
  { actor, ...link }: FileLink,
): Promise<Bounds> => {
  if (actor.kind !== 'USER' && actor.kind !== 'API_KEY') return {}
  return boundsOf(reader, actor.id, permissionOf(link))
}
