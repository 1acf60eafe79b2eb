import { moneyText } from '#platform/core/money/money.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'

/** One order's part of a payment. */
interface Part {
  order: { clientId: string | null }
  payment: { id: string; amountMinor: number; currency: string }
}

/** Sends a receipt to the client. Orders that are paid together have one receipt. */
export const tellOfPayment = async (tx: Transaction, parts: readonly Part[]): Promise<void> => {
  const { order, payment } = parts[0]!
  const recipient =
    order.clientId && (await findRecipient(tx, { type: 'client', id: order.clientId }))
  if (!recipient) return
  const amount = parts.reduce((sum, part) => sum + part.payment.amountMinor, 0)
  await queueMessage(tx, {
    template: 'payment.received',
    variables: {
      firstName: recipient.firstName,
      amount: moneyText(amount, payment.currency),
      reference: payment.id,
    },
    recipient,
    subject: { type: 'payment', id: payment.id },
    dedupeKey: `payment/${payment.id}/received`,
  })
}
