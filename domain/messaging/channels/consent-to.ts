import type { Message } from '#prisma/generated/client.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { loadReach } from './load-reach.ts'
import type { Channel, ConsentStatus } from './rules.ts'

/** What the recipient of a text, who is a client, last said about its channel; null if nothing. */
export const consentTo = async (
  reader: Reader,
  { recipientId: id, channel }: Pick<Message, 'recipientId' | 'channel'>,
): Promise<ConsentStatus | null> => {
  const reach = await loadReach(reader, { type: 'client', id, email: null })
  return reach[channel as Channel].consent
}
