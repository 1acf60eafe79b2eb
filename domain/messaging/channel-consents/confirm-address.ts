import type { Context } from '#platform/core/context/context.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { addressHashes } from '../channels/address-hashes.ts'
import { loadReach } from '../channels/load-reach.ts'
import type { Channel } from '../channels/rules.ts'
import { channelsOf, loadClientRecipient } from './queries.ts'
import type { ClientChannels } from './schemas.ts'

/** Allows messages to an address again, because the guardian or the mail server has said that it works. */
export const confirmAddress = (
  ctx: Context,
  { id, channel }: { id: string; channel: Channel },
): Promise<ClientChannels> =>
  transact(ctx, 'channel-consents:write', async (tx) => {
    const recipient = await loadClientRecipient(tx, id)
    const { address } = (await loadReach(tx, recipient))[channel]
    const stopped = await tx.db.undeliverableAddress.findFirst({
      where: {
        tenantId: tx.tenantId,
        channel,
        addressHash: { in: address ? addressHashes(tx, channel, address) : [] },
        confirmedAt: null,
      },
    })
    if (stopped) {
      const data = { confirmedAt: tx.now, confirmedBy: tx.actor.id }
      const after = await tx.db.undeliverableAddress.update({
        where: keyOf(tx, stopped.id),
        data,
      })
      tx.changed({ type: 'undeliverableAddress', id: stopped.id }, stopped, after)
    } else tx.nothingChanged({ type: 'client', id })
    return channelsOf(tx, recipient)
  })
