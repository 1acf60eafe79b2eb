import { addMinutes, utc } from '#platform/core/time/time.ts'
import { lockKey } from '#platform/core/transactions/lock-key.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { hashSecret } from '#platform/identity/secrets.ts'
import { createSignInLink, type LinkRequest } from './create-sign-in-link.ts'
import { COUNTED_MINUTES, maySendLink, type LinksLately } from './rules.ts'

const TEMPLATES = {
  SIGN_IN: 'user.sign_in',
  INVITATION: 'user.invitation',
  STEP_UP: 'user.step_up',
} as const

type Sent = LinkRequest & { purpose: keyof typeof TEMPLATES }

/** A link that a browser requests. */
type Asked = Sent & { browserSecret: string; askedFrom: string }

/** Sends a link, unless the requester has recently received enough. */
export const sendAnotherLink = async (tx: Transaction, request: Asked): Promise<void> => {
  const { userId } = request
  await lockKey(tx, `sign-in/${userId}`)
  if (maySendLink(await countLately(tx, request))) await sendSignInLink(tx, request)
  else tx.nothingChanged({ type: 'user', id: userId })
}

const countLately = async (
  tx: Transaction,
  { userId, browserSecret, askedFrom, sessionId }: Asked,
): Promise<LinksLately> => {
  const since = addMinutes(tx.now, -COUNTED_MINUTES)
  const values = [tx.tenantId, userId, hashSecret(browserSecret), askedFrom, since]
  const [lately] = await tx.sql<LinksLately>(COUNT, values)
  return { ...lately!, isKnown: lately!.isKnown || sessionId !== undefined }
}

const COUNT = `SELECT count(*) FILTER (WHERE browser_hash = $3)::int AS "ofBrowser",
    count(*) FILTER (WHERE asked_from = $4)::int AS "ofSite", count(*)::int AS "ofAll",
    EXISTS (SELECT FROM user_sessions WHERE tenant_id = $1 AND user_id = $2 AND browser_hash = $3) AS "isKnown"
  FROM sign_in_links WHERE tenant_id = $1 AND user_id = $2 AND created_at > $5`

/** Creates a link and sends it to its user by e-mail, at any hour. */
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
