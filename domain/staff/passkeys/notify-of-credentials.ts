import { utc } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import type { Variables } from '#messaging/messages/templates/index.ts'

interface Notice {
  userId: string
  what: Variables<'user.credentials'>['what']
  /** The name of the passkey concerned. */
  name?: string
  dedupeKey: string
}

/** Notifies a user by e-mail, at any hour, that their credentials have changed, in case somebody else changed them. */
export const notifyOfCredentials = async (
  tx: Transaction,
  { userId, what, name = '', dedupeKey }: Notice,
): Promise<void> => {
  const [recipient, { centre, timeZone }] = await Promise.all([
    findRecipient(tx, { type: 'user', id: userId }),
    loadMessagingTerms(tx),
  ])
  const { firstName } = recipient!
  await queueMessage(tx, {
    template: 'user.credentials',
    variables: {
      firstName,
      centre,
      what,
      name,
      at: utc(tx.now),
      timeZone,
      path: '/sign-in/passkeys',
    },
    recipient: recipient!,
    subject: { type: 'user', id: userId },
    dedupeKey,
    now: true,
  })
}
