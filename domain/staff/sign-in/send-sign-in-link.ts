import { utc } from '#platform/core/time.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { createSignInLink, type LinkRequest } from './create-sign-in-link.ts'

const TEMPLATES = { SIGN_IN: 'user.sign_in', INVITATION: 'user.invitation' } as const

/** Makes a link and sends it to its user by e-mail, at any hour. */
export const sendSignInLink = async (
  tx: Transaction,
  { purpose, ...request }: LinkRequest & { purpose: keyof typeof TEMPLATES },
): Promise<void> => {
  const { userId } = request
  const { id, path, expiresAt } = await createSignInLink(tx, { purpose, ...request })
  const [recipient, { centre, timeZone }] = await Promise.all([
    findRecipient(tx, { type: 'user', id: userId }),
    loadMessagingTerms(tx),
  ])
  const { firstName } = recipient!
  await queueMessage(tx, {
    template: TEMPLATES[purpose],
    variables: { firstName, centre, path, expiresAt: utc(expiresAt), timeZone },
    recipient: recipient!,
    subject: { type: 'user', id: userId },
    dedupeKey: id,
    now: true,
    notAfter: expiresAt,
  })
}
