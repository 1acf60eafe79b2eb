import { idOf } from '#platform/core/records/ids.ts'
import { invalidReference } from '#platform/core/errors/errors.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

export type PersonKind = 'child' | 'client'

/**
 * The subject of something that children and clients have in common, such as their rights: either a child or a
 * client.
 */
export interface NamedPerson {
  childId: string | null
  clientId: string | null
}

/** The request members that name the person. */
export const namedPerson = {
  childId: idOf('child').exactOptional(),
  clientId: idOf('client').exactOptional(),
}

/** A check for `refine` that a request names exactly one person. */
export const onePerson: [
  (named: { childId?: string; clientId?: string }) => boolean,
  { error: string; path: string[] },
] = [
  ({ childId, clientId }) => (childId === undefined) !== (clientId === undefined),
  { error: 'must have exactly one of childId and clientId', path: ['childId'] },
]

/** The person as named in audit entries and events. */
export const personOf = ({ childId, clientId }: NamedPerson) =>
  childId ? { type: 'child' as const, id: childId } : { type: 'client' as const, id: clientId! }

/**
 * The given child or client, archived or not. Throws `invalid_reference` if there is none. Returns the child,
 * if it is one.
 */
export const findNamed = async (reader: Reader, { childId, clientId }: NamedPerson) => {
  if (childId) {
    const child = await reader.db.child.findFirst({ where: inTenant(reader, childId) })
    if (!child) throw invalidReference('childId', 'child')
    return child
  }
  const client = await reader.db.client.findFirst({ where: inTenant(reader, clientId!) })
  if (!client) throw invalidReference('clientId', 'client')
  return null
}
