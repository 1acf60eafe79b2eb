import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { lockKey } from '#platform/core/transactions/lock-key.ts'
import type { Subject } from '#platform/core/records/subject.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Message as MessageModel } from '#prisma/generated/client.ts'
import { messageFacts, reportUndelivered } from './events.ts'
import { isKindOn, type FamilyKindName } from './family-kinds.ts'
import { kindOf } from './kind-of.ts'
import { afterQuietHours, outlookOf, type QuietHours } from './rules.ts'
import type { Recipient } from './recipient.ts'
import { isRestricted } from './is-restricted.ts'
import { seal } from './seal.ts'
import { loadMessagingTerms } from './settings.ts'
import { languageOfMessage } from './words/language-of-message.ts'
import { templateOf, type TemplateName, type Variables } from './templates/index.ts'
import { messageDeliveryWorkflow } from './workflows.ts'

const CHANNEL = 'EMAIL'

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
 * something prevents it. The record then shows the reason.
 */
export const queueMessage = async <Name extends TemplateName>(
  tx: Transaction,
  request: MessageRequest<Name>,
): Promise<QueuedMessage> => {
  const { template, recipient, subject, followUp, dedupeKey, notAfter = null } = request
  // A simultaneous request waits and finds the message.
  await lockKey(tx, `message/${tx.tenantId}/${dedupeKey}`)
  const known = await tx.db.message.findFirst({ where: { tenantId: tx.tenantId, dedupeKey } })
  if (known) {
    tx.nothingChanged({ type: 'message', id: known.id })
    return known
  }
  const told = { subjectType: subject.type, subjectId: subject.id, recipientId: recipient.id }
  const [terms, restricted] = await Promise.all([loadMessagingTerms(tx), isRestricted(tx, told)])
  const language = await languageOfMessage(tx, {
    template,
    channel: CHANNEL,
    language: request.language ?? recipient.language,
    centreLanguage: terms.language,
  })
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
  const row = await tx.db.message.create({
    data: {
      ...freshRecord(tx, id),
      template,
      kind,
      unlimited: request.now ?? false,
      toldStartsAt: request.told?.startsAt ?? null,
      toldLocationId: request.told?.locationId ?? null,
      language,
      channel: CHANNEL,
      recipientType: recipient.type,
      ...told,
      followUpId: followUp?.id ?? null,
      step: followUp?.step ?? null,
      dedupeKey,
      ...outlookOf({ address: recipient.email, restricted, turnedOff, dueAt, notAfter }),
      originallyDueAt,
      dueAt,
      notAfter,
      sealedAddress: recipient.email && seal(cipher, id, recipient.email),
      sealedVariables: seal(cipher, id, templateOf(template).variables.parse(request.variables)),
    },
  })
  tx.created({ type: 'message', id }, messageFacts(row))
  if (row.status === 'QUEUED')
    tx.start(messageDeliveryWorkflow, id, request.now ? { urgent: true } : {})
  else reportUndelivered(tx, row)
  return row
}
