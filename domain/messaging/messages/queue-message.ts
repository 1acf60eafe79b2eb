import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { lockKey } from '#platform/core/transactions/lock-key.ts'
import type { Subject } from '#platform/core/records/subject.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Message as MessageModel } from '#prisma/generated/client.ts'
import { addressHashes } from '../channels/address-hashes.ts'
import { loadReach } from '../channels/load-reach.ts'
import { wayFor } from '../channels/way-for.ts'
import { addressFor, isText, type Channel } from '../channels/rules.ts'
import { messageFacts, reportUndelivered } from './events.ts'
import { isKindOn, type FamilyKindName } from './family-kinds.ts'
import { kindOf } from './kind-of.ts'
import { afterQuietHours, outlookOf, type QuietHours, type Reason } from './rules.ts'
import type { Recipient } from './recipient.ts'
import { isRestricted } from './is-restricted.ts'
import { seal } from './seal.ts'
import { loadMessagingTerms, type MessagingTerms } from './settings.ts'
import { languageOfMessage } from './words/language-of-message.ts'
import { templateOf, type TemplateName, type Variables } from './templates/index.ts'
import { messageDeliveriesWorkflow, messageDeliveryWorkflow } from './workflows.ts'

/** A message and its recipient. */
export interface MessageRequest<Name extends TemplateName> {
  template: Name
  variables: Variables<Name>
  recipient: Recipient
  /** Subject. */
  subject: Subject
  /** A message is sent once per key, which is unique within the tenant. */
  dedupeKey: string
  /** The step that requested the message. It shows the delivery. */
  followUp?: { id: string; step: string }
  /** Channels in the order in which they are tried. Defaults to the centre's choice for the template. */
  channels?: readonly Channel[]
  /** Set if it answers a text of the recipient: no consent is needed for it. */
  isReply?: boolean
  /** A BCP 47 tag. Defaults to the recipient's language, or else the centre's. */
  language?: string
  /** The time zone for quiet hours; by default the centre's. */
  timeZone?: string
  /** Quiet hours to use instead of the centre's. */
  quietHours?: QuietHours | null
  /** Set if a caller is waiting for the message: neither quiet hours nor the centre's other work delay it. */
  now?: boolean
  /** When the message is no longer useful. */
  notAfter?: Date
  /** The earliest time to send it, before quiet hours: a change may be taken back until then. */
  notBefore?: Date
  /** The kind of a message to a family, if it does not follow from the template. */
  kind?: FamilyKindName
  /** Set if it corrects what the recipient was told: it is sent even if its kind is turned off. */
  corrects?: boolean
  /** The time and place of the appointment as the message states them. */
  told?: { startsAt: Date; locationId: string }
}

/** Recipients who are, or want to become, a family of the centre. */
const FAMILY: ReadonlySet<Recipient['type']> = new Set(['client', 'lead', 'leadIntake'])

/** The message's current state. */
export type QueuedMessage = Pick<
  MessageModel,
  'id' | 'status' | 'reason' | 'originallyDueAt' | 'dueAt'
>

/**
 * Adds a message to the delivery log and sends it after the commit, immediately or after quiet hours, unless
 * something prevents it. The record then shows the reason. A channel that the recipient did not agree to has a
 * record of its own, and the next channel is used.
 */
export const queueMessage = async <Name extends TemplateName>(
  tx: Transaction,
  request: MessageRequest<Name>,
): Promise<QueuedMessage> => {
  const { recipient, subject, dedupeKey } = request
  // A simultaneous request waits and finds the message.
  await lockKey(tx, `message/${tx.tenantId}/${dedupeKey}`)
  const known = await tx.db.message.findFirst({ where: { tenantId: tx.tenantId, dedupeKey } })
  if (known) {
    tx.nothingChanged({ type: 'message', id: known.id })
    return known
  }
  const told = { subjectType: subject.type, subjectId: subject.id, recipientId: recipient.id }
  const [terms, restricted, reach] = await Promise.all([
    loadMessagingTerms(tx),
    isRestricted(tx, told),
    loadReach(tx, recipient),
  ])
  const { recorded, next } = wayFor(request, reach, terms)
  const language = await languageOfMessage(tx, {
    template: request.template,
    channel: 'EMAIL',
    language: request.language ?? recipient.language,
    centreLanguage: terms.language,
  })
  const rows: MessageModel[] = []
  for (const way of recorded) {
    const isLast = way === recorded.at(-1)
    rows.push(
      await record(tx, request, {
        ...way,
        address: reach[way.channel].address,
        nextChannels: isLast ? next : [],
        dedupeKey: rows.length === 0 ? dedupeKey : `${dedupeKey}/${way.channel}`,
        restricted,
        terms,
        language,
      }),
    )
  }
  return rows.at(-1)!
}

interface Recording {
  channel: Channel
  refusal: Reason | null
  address: string | null
  nextChannels: Channel[]
  dedupeKey: string
  restricted: boolean
  terms: MessagingTerms
  language: string
}

const record = async (
  tx: Transaction,
  request: MessageRequest<TemplateName>,
  {
    channel,
    refusal,
    address: given,
    nextChannels,
    dedupeKey,
    restricted,
    terms,
    language,
  }: Recording,
): Promise<MessageModel> => {
  const { template, recipient, subject, followUp, notAfter = null } = request
  const id = newId('message')
  const { quietHours: own = terms.quietHours } = request
  const quietHours = request.now ? null : own
  const originallyDueAt = request.now ? tx.now : (request.notBefore ?? tx.now)
  const dueAt = afterQuietHours(originallyDueAt, request.timeZone ?? terms.timeZone, quietHours)
  const kind = FAMILY.has(recipient.type)
    ? (request.kind ?? kindOf(template, request.variables))
    : null
  const turnedOff = kind !== null && !request.corrects && !isKindOn(terms.kinds, kind)
  const { cipher } = tx.platform
  const address = addressFor(channel, given)
  const row = await tx.db.message.create({
    data: {
      ...freshRecord(tx, id),
      template,
      kind,
      unlimited: request.now ?? false,
      toldStartsAt: request.told?.startsAt ?? null,
      toldLocationId: request.told?.locationId ?? null,
      language,
      channel,
      nextChannels,
      recipientType: recipient.type,
      recipientId: recipient.id,
      subjectType: subject.type,
      subjectId: subject.id,
      followUpId: followUp?.id ?? null,
      step: followUp?.step ?? null,
      dedupeKey,
      ...outlookOf({ refusal, restricted, turnedOff, dueAt, notAfter }),
      originallyDueAt,
      dueAt,
      notAfter,
      sealedAddress: address && seal(cipher, id, address),
      sealedVariables: seal(cipher, id, templateOf(template).variables.parse(request.variables)),
      ...(isText(channel) && {
        sender: terms.senders[channel],
        addressHash: address && addressHashes(tx, channel, address)[0],
      }),
    },
  })
  tx.created({ type: 'message', id }, messageFacts(row))
  if (row.status !== 'QUEUED') reportUndelivered(tx, row)
  else if (request.now) tx.start(messageDeliveryWorkflow, id, { urgent: true })
  else tx.start(isShort(row, tx.now) ? messageDeliveriesWorkflow : messageDeliveryWorkflow, id)
  return row
}

/** An e-mail that need not wait. Only its own workflow knows whether an attempt may have sent a text. */
const isShort = ({ channel, dueAt }: MessageModel, now: Date): boolean =>
  !isText(channel) && dueAt <= now
