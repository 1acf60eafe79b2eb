import { idOf } from '#platform/core/records/ids.ts'
import { invalidReference } from '#platform/core/errors/errors.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

export type PersonKind = 'child' | 'client'

/** The subject of something common to children and clients, such as their rights: one of the two. */
export interface NamedPerson {
  childId: string | null
  clientId: string | null
}

/** How a request names one… */
export const namedPerson = {
  childId: idOf('child').exactOptional(),
  clientId: idOf('client').exactOptional(),
}

/** …and that it names exactly one, for `refine`. */
export const onePerson: [
  (named: { childId?: string; clientId?: string }) => boolean,
  { error: string; path: string[] },
] = [
  ({ childId, clientId }) => (childId === undefined) !== (clientId === undefined),
  { error: 'must name one person: childId or clientId', path: ['childId'] },
]

/** The person in audit entries and events. */
export const personOf = ({ childId, clientId }: NamedPerson) =>
  childId ? { type: 'child' as const, id: childId } : { type: 'client' as const, id: clientId! }

/** The named child or client, archived or not, or `invalid_reference`. Returns the child. */
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
