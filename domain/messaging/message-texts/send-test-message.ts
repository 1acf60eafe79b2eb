import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { addMinutes } from '#platform/core/time/time.ts'
import { lockKey } from '#platform/core/transactions/lock-key.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { loadMessage } from '../messages/queries.ts'
import { queueMessage } from '../messages/queue-message.ts'
import { findRecipient, type Recipient } from '../messages/recipient.ts'
import { toMessage, type Message } from '../messages/schemas.ts'
import { refuseIssues } from './refuse-issues.ts'
import { renderPreview } from './render-preview.ts'
import type { SendTestMessage } from './schemas.ts'

/**
 * Sends what a preview shows to the caller’s own address, and nowhere else: a test can contain data of a family.
 * Calendar entries and files are left out, because they would change the caller’s calendar.
 */
export const sendTestMessage = (ctx: Context, asked: SendTestMessage): Promise<Message> =>
  transact(ctx, ['message-settings:write', 'messages:read'], async (tx) => {
    const recipient = await callerOf(tx)
    await assertFewTests(tx, recipient.id)
    const { template } = asked
    const { rendered, used, issues, shown } = await renderPreview(tx, {
      ...asked,
      channel: 'EMAIL',
    })
    refuseIssues(issues)
    const { language, own } = used
    const words = own
      ? { subject: own.subject, body: own.body, actionLabel: own.actionLabel }
      : null
    const variables = shown.variables as Record<string, unknown>
    const { id } = await queueMessage(tx, {
      template: 'message.test',
      variables: {
        testedSubject: rendered.subject,
        tested: { template, language, words, variables },
      },
      recipient,
      // The record, so that an erasure of its child removes the data from a test that is not sent yet.
      subject: shown.subject ?? { type: 'user', id: recipient.id },
      dedupeKey: newId('request'),
      language,
      now: true,
    })
    if (shown.subject) tx.did(shown.subject, { preview: template })
    return toMessage(await loadMessage(tx, id), tx.platform.cipher)
  })

const callerOf = async (tx: Transaction): Promise<Recipient> => {
  const { kind, id } = tx.actor
  const found = kind === 'USER' ? await findRecipient(tx, { type: 'user', id }) : undefined
  if (found) return found
  throw new DomainError(
    'user_required',
    'A test is sent to the address of the person who asks for it, and an API key has none. Sign in, and call this as a user.',
  )
}

const MOST_AN_HOUR = 10
const HOUR_MINUTES = 60

const assertFewTests = async (tx: Transaction, userId: string): Promise<void> => {
  await lockKey(tx, `message-tests/${tx.tenantId}/${userId}`)
  const since = addMinutes(tx.now, -HOUR_MINUTES)
  const [sent] = await tx.sql<Sent>(SENT, [tx.tenantId, userId, since])
  const { tests, firstAt } = sent!
  if (!firstAt || tests < MOST_AN_HOUR) return
  const wait = addMinutes(firstAt, HOUR_MINUTES).getTime() - tx.now.getTime()
  throw new DomainError(
    'rate_limited',
    `You have sent yourself ${MOST_AN_HOUR} tests within an hour. Send the next one later, or use a preview.`,
    { retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)) },
  )
}

interface Sent {
  tests: number
  firstAt: Date | null
}

const SENT = `
  SELECT count(*)::int AS tests, min(created_at) AS "firstAt" FROM messages
  WHERE tenant_id = $1 AND recipient_id = $2 AND created_at > $3 AND template = 'message.test'`
