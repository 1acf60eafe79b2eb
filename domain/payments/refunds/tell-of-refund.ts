import type { Order, Refund } from '#prisma/generated/client.ts'
import { moneyText } from '#platform/core/money/money.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'

/** Sends a receipt for a refund to the client. */
export const tellOfRefund = async (
  tx: Transaction,
  { clientId }: Pick<Order, 'clientId'>,
  { id, amountMinor, currency }: Refund,
  as: 'MONEY' | 'CREDIT',
): Promise<void> => {
  const recipient = clientId && (await findRecipient(tx, { type: 'client', id: clientId }))
  if (!recipient) return
  await queueMessage(tx, {
    template: 'payment.refunded',
    variables: {
      firstName: recipient.firstName,
      amount: moneyText(amountMinor, currency),
      as,
      reference: id,
    },
    recipient,
    subject: { type: 'refund', id },
    dedupeKey: `refund/${id}/sent`,
  })
}
