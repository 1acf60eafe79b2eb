import { addMinutes, utc } from '#platform/core/time.ts'
import { lockKey } from '#platform/core/lock-key.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { createSignInLink, type LinkRequest } from './create-sign-in-link.ts'

const TEMPLATES = {
  SIGN_IN: 'user.sign_in',
  INVITATION: 'user.invitation',
  STEP_UP: 'user.step_up',
} as const

/** Links that a user is sent within a quarter of an hour; who asks more often has them already. */
const MAX_LINKS = 5

type Sent = LinkRequest & { purpose: keyof typeof TEMPLATES }

/** …unless enough are out already. */
export const sendAnotherLink = async (tx: Transaction, request: Sent): Promise<void> => {
  const { tenantId, now } = tx
  const { userId } = request
  await lockKey(tx, `sign-in/${userId}`)
  const recent = await tx.db.signInLink.count({
    where: { tenantId, userId, createdAt: { gt: addMinutes(now, -15) } },
  })
  if (recent >= MAX_LINKS) tx.nothingChanged({ type: 'user', id: userId })
  else await sendSignInLink(tx, request)
}

/** Makes a link and sends it to its user by e-mail, at any hour. */
export const sendSignInLink = async (
  tx: Transaction,
  { purpose, ...request }: Sent,
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
