import type { Reader } from '#platform/core/transactions/transaction.ts'
import { findRecipient, guardiansOf, type Recipient } from '#messaging/messages/recipient.ts'
import type { NamedPerson } from '#people/persons/named-person.ts'

/** The people who must be informed about a restriction: the child's legal guardians, or the client. */
export const toBeInformed = async (
  reader: Reader,
  { childId, clientId }: NamedPerson,
): Promise<Recipient[]> => {
  const client = clientId && (await findRecipient(reader, { type: 'client', id: clientId }))
  const people = childId ? await guardiansOf(reader, childId) : client ? [client] : []
  return people.filter(({ email }) => email !== null)
}
