import type { Mail, Mailer, MailResult } from '#providers/mail/index.ts'
import type { Text } from '#providers/texting/index.ts'
import type { Context } from '#platform/core/context/context.ts'
import { utc } from '#platform/core/time/time.ts'
import type { Message } from '#prisma/generated/client.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { findMessage } from './queries.ts'
import { gather } from './gather.ts'
import { isFlooded } from './is-flooded.ts'
import { stillHolds } from './still-holds.ts'
import { inOneDigest, type WaitingLines } from './waiting-lines.ts'
import { isRestricted } from './is-restricted.ts'
import { isStillAddressed } from './is-still-addressed.ts'
import { GIVE_UP_AFTER_MS, TRY_NEXT_AFTER_MS, type Reason } from './rules.ts'
import { consentTo } from '../channels/consent-to.ts'
import { isText } from '../channels/rules.ts'
import { sendText, textOf, type Texting } from './send-text.ts'
import { settleMessages, type Outcome, type Settlement } from './settle-messages.ts'
import { open } from './seal.ts'
import { logoInMail } from './logo/logo-in-mail.ts'
import { loadMessagingTerms, loadStanding, type MessagingTerms } from './settings.ts'
import { inOneNotice } from './templates/appointment-notices.ts'
import { loadCandidates } from './words/load-candidates.ts'
import type { RenderRequest } from './render.ts'
import { renderCandidates } from './words/render-candidates.ts'
import { testedBy } from './tested-by.ts'
import type { TemplateName, Variables } from './templates/index.ts'

export interface Sending {
  mailer: Mailer
  /** The platform's public address, with which links in messages begin. */
  publicUrl: string
}

/**
 * When a message is due, in UTC; null if nothing is left to send, if it goes with another one or if the centre is
 * suspended.
 */
export const messageDueAt = (ctx: Context, { id }: { id: string }): Promise<string | null> =>
  read(ctx, 'messages:read', async (reader) => {
    const row = await findMessage(reader, id)
    if (row?.status !== 'QUEUED' || goesWithAnother(row)) return null
    return (await goesNow(reader, row)) ? utc(row.dueAt) : null
  })

/**
 * Sends one message, with the notices that are one e-mail with it, and records the mail server's response.
 * Throws on temporary failures. Idempotent: only after a lost response may it send twice, with the same
 * Message-ID.
 * @param sending undefined if the platform has no mail server.
 * @param texting undefined if it has no provider for texts. `isRepeat`: an earlier attempt may have sent it.
 */
export const sendMessage = async (
  ctx: Context,
  { id }: { id: string },
  sending: Sending | undefined,
  texting?: Attempt,
): Promise<void> => {
  const inOneMail = (waiting?: WaitingLines) =>
    read(ctx, 'messages:read', (reader) => prepare(reader, id, sending, { texting, waiting }))
  let prepared = await inOneMail()
  if (prepared === 'gather') {
    await gather(ctx, id)
    prepared = await inOneMail()
  }
  if (prepared === 'look')
    prepared = await inOneMail(await ctx.platform.registry.loadWaitingLines(ctx, id))
  if (!prepared || typeof prepared === 'string') return
  const { refused, delivery, text } = prepared
  if (text && texting) {
    const outcome = await sendText(ctx, text.row, text.text, texting)
    return settleMessages(ctx, [...refused, { row: text.row, outcome }])
  }
  if (!delivery) return settleMessages(ctx, refused)
  const { rows, unusable } = delivery
  const mail = await withFile(ctx, delivery)
  const outcome = outcomeOf(await delivery.mailer.send(mail))
  await settleMessages(ctx, [...refused, ...rows.map((row) => ({ row, outcome, unusable }))])
}

/**
 * Sends a message if it is due. Returns when it is, or null if nothing is left: most messages are due at once, and
 * need nothing else. Sending it again wakes its workflow.
 */
export const deliverMessage = async (
  ctx: Context,
  ref: { id: string },
  sending: Sending | undefined,
  texting?: Attempt,
): Promise<string | null> => {
  const dueAt = await messageDueAt(ctx, ref)
  if (dueAt === null || Date.parse(dueAt) > ctx.platform.clock.now().getTime()) return dueAt
  await sendMessage(ctx, ref, sending, texting)
  return null
}

/** How a text is sent. */
type Attempt = Texting & { isRepeat: boolean }

interface Delivery {
  mailer: Mailer
  mail: Mail
  rows: readonly Message[]
  /** Texts of the centre that could not be used. */
  unusable: string[]
}

interface Prepared {
  refused: Settlement[]
  delivery?: Delivery
  text?: { row: Message; text: Text }
}

/** Adds the file that the template promises, which is too large to keep with the message. */
const withFile = async (
  ctx: Context,
  { mail, rows }: NonNullable<Prepared['delivery']>,
): Promise<Mail> => {
  const { template, subjectId } = rows[0]!
  const file = ctx.platform.registry.messageFiles[template as TemplateName]
  if (!file) return mail
  return { ...mail, attachments: [...(mail.attachments ?? []), await file(ctx, subjectId)] }
}

/**
 * Undefined if there is nothing to send. Notices to a person are gathered before they are sent; those of the
 * worklist show what the recipient sees there now.
 */
const prepare = async (
  reader: Reader,
  id: string,
  sending: Sending | undefined,
  { texting, waiting }: { texting: Attempt | undefined; waiting: WaitingLines | undefined },
): Promise<Prepared | 'gather' | 'look' | undefined> => {
  const first = await findMessage(reader, id)
  if (first?.status !== 'QUEUED' || goesWithAnother(first) || !(await goesNow(reader, first)))
    return undefined
  if (isNotice(first) && !first.sentWith) return 'gather'
  if (isOfWorklist(first) && !waiting) return 'look'
  const refused: Prepared['refused'] = []
  const rows: Message[] = []
  for (const row of first.sentWith ? await inMailOf(reader, id) : [first]) {
    const service = isText(row.channel) ? texting : sending
    const outcome = await refusalOf(reader, row, service, waiting)
    if (outcome) refused.push({ row, outcome })
    else rows.push(row)
  }
  if (rows.length === 0) return { refused }
  if (isText(first.channel))
    return { refused, ...(texting && (await textFor(reader, first, texting))) }
  if (!sending) return { refused }
  return { refused, delivery: await deliveryOf(reader, id, rows, sending, waiting) }
}

const isOfWorklist = ({ template }: Message): boolean => template === 'worklist.waiting'

/** A text is sent on its own. */
const isNotice = (row: Message): boolean =>
  isOfWorklist(row) ||
  (row.template === 'appointment.notice' && row.kind !== null && !isText(row.channel))

const textFor = async (reader: Reader, row: Message, { publicUrl }: Attempt) => ({
  text: { row, text: textOf(reader, row, await loadMessagingTerms(reader), publicUrl) },
})

const goesWithAnother = ({ id, sentWith }: Message): boolean => sentWith !== null && sentWith !== id

const inMailOf = (reader: Reader, id: string): Promise<Message[]> =>
  reader.db.message.findMany({
    where: { tenantId: reader.tenantId, sentWith: id, status: 'QUEUED' },
    orderBy: { id: 'asc' },
  })

/** Why a message is not sent, decided from the records as they are now. */
const refusalOf = async (
  reader: Reader,
  row: Message,
  sending: object | undefined,
  waiting: WaitingLines | undefined,
): Promise<Outcome | undefined> => {
  const { now } = reader
  const refusal = (reason: Reason): Outcome => ({ status: 'SKIPPED', reason })
  if (waiting && !waiting.has(row.id)) return refusal('settled')
  if (row.notAfter && now >= row.notAfter) return refusal('too_late')
  const [restricted, addressed, holds, flooded] = await Promise.all([
    isRestricted(reader, row),
    isStillAddressed(reader, row),
    stillHolds(reader, row),
    isFlooded(reader, row),
  ])
  if (restricted) return refusal('processing_restricted')
  if (!addressed) return refusal('not_addressed')
  if (!holds) return refusal('superseded')
  if (now.getTime() > row.dueAt.getTime() + longestWaitOf(row)) return givenUp(reader, row)
  const unwanted = isText(row.channel) ? await textRefusalOf(reader, row) : null
  if (unwanted) return refusal(unwanted)
  if (!sending) return { status: 'FAILED', reason: missingServiceOf(row) }
  return flooded ? refusal('too_many') : undefined
}

/** The e-mail of one message, or of notices that are sent together. */
const deliveryOf = async (
  reader: Reader,
  id: string,
  rows: readonly Message[],
  { mailer, publicUrl }: Sending,
  waiting: WaitingLines | undefined,
): Promise<Delivery> => {
  const { cipher } = reader.platform
  const { terms, attachments } = await logoInMail(reader, await loadMessagingTerms(reader))
  const { centre, replyTo } = terms
  const [first] = rows as [Message, ...Message[]]
  const to = open(cipher, first.id, first.sealedAddress!) as string
  const all = rows.map((row) => open(cipher, row.id, row.sealedVariables!))
  const tested = testedBy(first, all[0])
  const { template, variables } = tested ?? contentOf(rows, all, waiting, terms)
  const channel = 'EMAIL' as const
  const wanted = { template, channel, language: first.language, centreLanguage: terms.language }
  const { rendered, used, unusable } = renderCandidates(
    {
      template,
      channel,
      variables,
      envelope: { centre, from: mailer.from, to, sentAt: reader.now },
      publicUrl,
    },
    tested?.candidates ?? (await loadCandidates(reader, wanted)),
    terms,
  )
  const sender = { id, to, fromName: centre, ...(replyTo && { replyTo }) }
  return {
    mailer,
    mail: {
      ...sender,
      language: used.language,
      ...rendered,
      ...tested?.mail,
      attachments: [...(tested ? [] : rendered.attachments), ...attachments],
    },
    rows,
    unusable: tested ? [] : unusable.map(({ candidate }) => candidate.own!.id),
  }
}

const contentOf = (
  rows: readonly Message[],
  variables: readonly unknown[],
  waiting: WaitingLines | undefined,
  { timeZone }: MessagingTerms,
): Pick<RenderRequest, 'template' | 'variables'> => {
  const template = rows[0]!.template as TemplateName
  if (waiting) {
    const lines = rows.flatMap(({ id }) => waiting.get(id) ?? [])
    const notice = variables[0] as Variables<'worklist.waiting'>
    return { template, variables: inOneDigest(notice, lines, timeZone) }
  }
  return rows.length === 1
    ? { template, variables: variables[0] }
    : { template: 'appointment.notices', variables: inOneNotice(variables) }
}

const missingServiceOf = ({ channel }: Message): Reason =>
  isText(channel) ? 'no_text_provider' : 'no_mail_server'

/** A text that can go another way does not wait long for its provider. */
const longestWaitOf = ({ channel, nextChannels }: Message): number =>
  isText(channel) && nextChannels.length > 0 ? TRY_NEXT_AFTER_MS : GIVE_UP_AFTER_MS

/** The recipient may have opted out since the text was queued. A reply is sent to the person who has written. */
const textRefusalOf = async (reader: Reader, row: Message): Promise<Reason | null> => {
  if (row.template === 'text.reply') return null
  const consent = await consentTo(reader, row)
  if (consent === 'OPTED_IN') return null
  return consent === null ? 'no_consent' : 'opted_out'
}

/** While the centre is suspended, only its users get e-mails, and only to sign in. */
const goesNow = async (reader: Reader, { recipientType }: Message): Promise<boolean> =>
  recipientType === 'user' || (await loadStanding(reader)).status === 'ACTIVE'

/**
 * The outcome if the message could not be sent for a day, because the mail server was unavailable or the centre
 * was suspended.
 */
const givenUp = async (reader: Reader, { dueAt, channel }: Message): Promise<Outcome> => {
  const { resumedAt } = await loadStanding(reader)
  return resumedAt && resumedAt > dueAt
    ? { status: 'SKIPPED', reason: 'too_late' }
    : {
        status: 'FAILED',
        reason: isText(channel) ? 'text_provider_unavailable' : 'mail_server_unavailable',
      }
}

const outcomeOf = (result: MailResult): Outcome => {
  if (result.outcome === 'sent') return { status: 'SENT', reason: null }
  return result.what === 'address'
    ? { status: 'BOUNCED', reason: 'address_rejected' }
    : { status: 'FAILED', reason: 'message_rejected' }
}
