import type { ChannelConsent as ChannelConsentModel } from '#prisma/generated/client.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { channelConsentEvents } from './events.ts'
import type { ChannelConsent, ConsentSource } from './schemas.ts'

interface Said extends Pick<ChannelConsent, 'clientId' | 'channel' | 'status'> {
  source: ConsentSource
  evidence?: string | null
}

/** Adds what a guardian said to the history of the channel. */
export const addConsent = async (
  tx: Transaction,
  { clientId, channel, status, source, evidence = null }: Said,
): Promise<ChannelConsentModel> => {
  const id = newId('channelConsent')
  const row = await tx.db.channelConsent.create({
    data: {
      tenantId: tx.tenantId,
      id,
      clientId,
      channel,
      status,
      source,
      evidence,
      recordedBy: tx.actor.id,
      createdAt: tx.now,
    },
  })
  const subject = { type: 'channelConsent', id } as const
  tx.created(subject, row)
  tx.emit(channelConsentEvents['channel_consent.recorded'], subject, {
    channelConsentId: id,
    clientId,
    channel,
    status,
  })
  return row
}
