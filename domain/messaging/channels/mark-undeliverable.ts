import { newId } from '#platform/core/records/ids.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Message } from '#prisma/generated/client.ts'
import { open } from '../messages/seal.ts'
import { addressHashes } from './address-hashes.ts'
import type { AddressProblem, Channel } from './rules.ts'

/** Stops messages to the address of a message to a client that came back, until it is changed or confirmed. */
export const markUndeliverable = async (
  tx: Transaction,
  message: Message,
  problem: AddressProblem,
): Promise<void> => {
  if (!message.sealedAddress || message.recipientType !== 'client') return
  const { db, tenantId, now } = tx
  const channel = message.channel as Channel
  const address = open(tx.platform.cipher, message.id, message.sealedAddress) as string
  const hashes = addressHashes(tx, channel, address)
  const facts = {
    clientId: message.recipientId,
    problem,
    messageId: message.id,
    confirmedAt: null,
    confirmedBy: null,
  }
  const known = await db.undeliverableAddress.findFirst({
    where: { tenantId, channel, addressHash: { in: hashes } },
  })
  const id = known?.id ?? newId('undeliverableAddress')
  const after = known
    ? await db.undeliverableAddress.update({ where: keyOf(tx, id), data: facts })
    : await db.undeliverableAddress.create({
        data: { tenantId, id, channel, addressHash: hashes[0], createdAt: now, ...facts },
      })
  const subject = { type: 'undeliverableAddress', id } as const
  if (known) tx.changed(subject, known, after)
  else tx.created(subject, after)
}
