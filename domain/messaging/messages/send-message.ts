import type { Mail, Mailer, MailResult } from '#providers/mail/index.ts'
import type { Context } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { utc } from '#platform/core/time/time.ts'
import type { Message } from '#prisma/generated/client.ts'
import { read, transact, type Reader } from '#platform/core/transactions/transaction.ts'
import { reportUndelivered } from './events.ts'
import { findMessage, loadMessage } from './queries.ts'
import { updateMessage } from './record.ts'
import { render } from './render.ts'
import { isRestricted } from './is-restricted.ts'
import { isStillAddressed } from './is-still-addressed.ts'
import { GIVE_UP_AFTER_MS, type MessageStatus, type Reason } from './rules.ts'
import { open } from './seal.ts'
import { loadMessagingTerms, loadStanding } from './settings.ts'
import type { Language } from '../locales/languages.ts'
import type { TemplateName } from './templates/index.ts'

export interface Sending {
  mailer: Mailer
  /** The platform's public address, with which links in messages begin. */
  publicUrl: string
}

/** When a message is due, in UTC; null if nothing is left to send or the centre is suspended. */
export const messageDueAt = (ctx: Context, { id }: { id: string }): Promise<string | null> =>
  read(ctx, 'messages:read', async (reader) => {
    const row = await findMessage(reader, id)
    if (row?.status !== 'QUEUED' || !(await goesNow(reader, row))) return null
    return utc(row.dueAt)
  })

/**
 * Sends one message and records the mail server's response. Throws on temporary failures. Idempotent: only
 * after a lost response may it send twice, with the same Message-ID.
 * @param sending undefined if the platform has no mail server.
 */
export const sendMessage = async (
  ctx: Context,
  { id }: { id: string },
  sending: Sending | undefined,
): Promise<void> => {
  const prepared = await prepare(ctx, id, sending)
  if (!prepared) return
  if ('refused' in prepared) return settle(ctx, id, prepared.refused)
  await settle(ctx, id, outcomeOf(await prepared.mailer.send(prepared.mail)))
}

interface Outcome {
  status: MessageStatus
  reason: Reason | null
}

const prepare = (
  ctx: Context,
  id: string,
  sending: Sending | undefined,
): Promise<{ mailer: Mailer; mail: Mail } | { refused: Outcome } | undefined> =>
  read(ctx, 'messages:read', async (reader) => {
    const row = await findMessage(reader, id)
    if (row?.status !== 'QUEUED' || !(await goesNow(reader, row))) return undefined
    const { now, platform } = reader
    if (row.notAfter && now >= row.notAfter)
      return { refused: { status: 'SKIPPED', reason: 'too_late' } }
    if (await isRestricted(reader, row))
      return { refused: { status: 'SKIPPED', reason: 'processing_restricted' } }
    if (!(await isStillAddressed(reader, row)))
      return { refused: { status: 'SKIPPED', reason: 'not_addressed' } }
    if (now.getTime() > row.dueAt.getTime() + GIVE_UP_AFTER_MS)
      return { refused: await givenUp(reader, row) }
    if (!sending) return { refused: { status: 'FAILED', reason: 'no_mail_server' } }
    const { mailer, publicUrl } = sending
    const { centre, replyTo } = await loadMessagingTerms(reader)
    const language = row.language as Language
    const to = open(platform.cipher, id, row.sealedAddress!) as string
    const rendered = render({
      template: row.template as TemplateName,
      language,
      variables: open(platform.cipher, id, row.sealedVariables!),
      envelope: { centre, from: mailer.from, to, sentAt: now },
      publicUrl,
    })
    return {
      mailer,
      mail: { id, to, fromName: centre, ...(replyTo && { replyTo }), language, ...rendered },
    }
  })

/** While the centre is suspended, only its users get e-mails, and only to sign in. */
const goesNow = async (reader: Reader, { recipientType }: Message): Promise<boolean> =>
  recipientType === 'user' || (await loadStanding(reader)).status === 'ACTIVE'

/**
 * The outcome if the message could not be sent for a day, because the mail server was unavailable or the centre
 * was suspended.
 */
const givenUp = async (reader: Reader, { dueAt }: Message): Promise<Outcome> => {
  const { resumedAt } = await loadStanding(reader)
  return resumedAt && resumedAt > dueAt
    ? { status: 'SKIPPED', reason: 'too_late' }
    : { status: 'FAILED', reason: 'mail_server_unavailable' }
}

const outcomeOf = (result: MailResult): Outcome => {
  if (result.outcome === 'sent') return { status: 'SENT', reason: null }
  return result.what === 'address'
    ? { status: 'BOUNCED', reason: 'address_rejected' }
    : { status: 'FAILED', reason: 'message_rejected' }
}

/**
 * Records an outcome. A sent message stays sent, and a message that is cancelled while being sent is either
 * sent or cancelled.
 */
const settle = (ctx: Context, id: string, { status, reason }: Outcome): Promise<void> =>
  transact({ ...ctx, whileSuspended: true }, 'messages:write', async (tx) => {
    await lockRecord(tx, 'messages', id)
    const before = await loadMessage(tx, id)
    const stays = before.status === 'SENT' || (before.status !== 'QUEUED' && status !== 'SENT')
    if (stays) {
      tx.nothingChanged({ type: 'message', id })
      return
    }
    const sent = status === 'SENT' && { sentAt: tx.now, sealedVariables: null }
    const after = await updateMessage(tx, before, { status, reason, ...sent })
    reportUndelivered(tx, after)
  })
