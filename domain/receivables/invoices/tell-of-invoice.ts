import { moneyText } from '#platform/core/money/money.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import type { Invoice } from './schemas.ts'

/** Sends an issued invoice to the client who is charged. A client without an address gets it on paper. */
export const tellOfInvoice = async (
  tx: Transaction,
  clientId: string | null,
  { id, number, seller, amount, currency, dueOn }: Invoice,
): Promise<void> => {
  if (clientId === null) return
  const recipient = await findRecipient(tx, { type: 'client', id: clientId })
  if (!recipient?.email) return
  await queueMessage(tx, {
    template: 'invoice.issued',
    variables: {
      firstName: recipient.firstName,
      number: number!,
      seller: seller!.name,
      amount: moneyText(amount, currency),
      dueOn: dueOn!,
    },
    recipient,
    subject: { type: 'invoice', id },
    dedupeKey: `invoice/${id}/issued`,
  })
}
