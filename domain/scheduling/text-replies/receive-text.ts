import { addConsent } from '#messaging/channel-consents/add-consent.ts'
import { addressHashes } from '#messaging/channels/address-hashes.ts'
import { mayMeanAppointment } from '#messaging/channels/keyword-of.ts'
import { textsOf } from '#messaging/locales/texts-of.ts'
import { isRestricted } from '#messaging/messages/is-restricted.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { findRecipient } from '#messaging/messages/recipient.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import type { ReplyKind } from '#messaging/messages/templates/text-reply.ts'
import { commentOnTask } from '#messaging/tasks/comment-on-task.ts'
import { createTask } from '#messaging/tasks/create-task.ts'
import { commentsOf } from '#messaging/tasks/schemas.ts'
import type { Context } from '#platform/core/context/context.ts'
import { lockKey } from '#platform/core/transactions/lock-key.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { TextReply } from '#providers/texting/index.ts'
import { confirmAttendance } from '../appointments/confirm-attendance.ts'
import { loadConversation, type Conversation } from './load-conversation.ts'
import {
  confirmedBy,
  MOST_IN_A_TASK,
  MOST_IN_AN_HOUR,
  MOST_UNKNOWN_IN_A_DAY,
  readable,
  wishOf,
  type TextOutcome,
} from './rules.ts'

interface Result {
  outcome: TextOutcome
  taskId?: string
}

/** A text with what is known about its sender. */
interface Received extends TextReply {
  /** The id of the record about it, which is also the actor. */
  id: string
  hashes: readonly string[]
  conversation: Conversation
}

/**
 * Receives a text from a family: STOP and START change its consent, C confirms the appointment of the last
 * reminder, and anything else becomes a task. The provider may repeat a text; it has an effect once.
 */
export const receiveText = (ctx: Context, reply: TextReply): Promise<TextOutcome> =>
  transact(ctx, TEXT_PERMISSIONS, async (tx) => {
    const { tenantId } = tx
    const { reference, channel } = reply
    const hashes = addressHashes(tx, channel, reply.from)
    // Texts of one number are received one after the other.
    await lockKey(tx, `text/${tenantId}/${hashes[0]}`)
    const known = await tx.db.textReply.findFirst({ where: { tenantId, reference } })
    if (known) {
      tx.nothingChanged({ type: 'textReply', id: known.id })
      return known.outcome as TextOutcome
    }
    const conversation = await loadConversation(tx, reply, hashes)
    const received = { ...reply, id: tx.actor.id, hashes, conversation }
    const { outcome, taskId = null } = await follow(tx, received)
    const row = await tx.db.textReply.create({
      data: {
        tenantId,
        id: received.id,
        channel,
        reference,
        addressHash: hashes[0],
        clientId: conversation.client?.id ?? null,
        messageId: conversation.lastMessageId,
        taskId,
        outcome,
        createdAt: tx.now,
      },
    })
    tx.created({ type: 'textReply', id: row.id }, row)
    return outcome
  })

/** What the sender of a text may do: it is identified by its number. */
export const TEXT_PERMISSIONS = [
  'channel-consents:write',
  'messages:write',
  'tasks:write',
  'clients:read',
  'appointments:write',
] as const

const follow = async (tx: Transaction, received: Received): Promise<Result> => {
  const { conversation, body } = received
  const consent = conversation.clients.some((it) => it.consent === 'OPTED_OUT') ? 'OPTED_OUT' : null
  const wish = conversation.clients.length > 0 ? wishOf(received, consent) : undefined
  // STOP takes effect even if the number has sent too many texts.
  if (wish === 'STOP') {
    await setConsents(tx, received, 'OPTED_OUT')
    if (!mayMeanAppointment(body)) return { outcome: 'OPTED_OUT' }
    const { taskId } = await askStaff(tx, received)
    return { outcome: 'OPTED_OUT', ...(taskId && { taskId }) }
  }
  if (await isFlood(tx, received)) return { outcome: 'DROPPED' }
  if (wish === 'START') {
    await setConsents(tx, received, 'OPTED_IN')
    return { outcome: 'OPTED_IN' }
  }
  if (wish === 'HELP') {
    await answer(tx, received, 'HELP')
    return { outcome: 'HELPED' }
  }
  const appointmentId = wish === 'CONFIRM' ? confirmedBy(conversation.reminders, tx.now) : undefined
  return appointmentId && (await confirm(tx, received, appointmentId))
    ? { outcome: 'CONFIRMED' }
    : askStaff(tx, received)
}

/** Every client with the number is meant. The first change is confirmed, and repeated words are not. */
const setConsents = async (
  tx: Transaction,
  received: Received,
  status: 'OPTED_OUT' | 'OPTED_IN',
): Promise<void> => {
  const { channel, conversation } = received
  const changing = conversation.clients.filter(({ consent }) => consent !== status)
  for (const { id: clientId } of changing)
    await addConsent(tx, { clientId, channel, status, source: 'REPLY' })
  if (changing.length > 0)
    await answer(tx, received, status === 'OPTED_OUT' ? 'STOPPED' : 'STARTED')
}

/** Answers by the channel of the text, unless the provider has done so. */
const answer = async (tx: Transaction, received: Received, reply: ReplyKind): Promise<void> => {
  const { id, channel, keyword, conversation } = received
  const client = conversation.client ?? conversation.clients[0]
  if (!client || keyword) return
  const recipient = await findRecipient(tx, { type: 'client', id: client.id })
  if (!recipient) return
  await queueMessage(tx, {
    template: 'text.reply',
    variables: { reply },
    recipient,
    subject: { type: 'client', id: client.id },
    dedupeKey: `text-reply/${id}`,
    channels: [channel],
    isReply: true,
    now: true,
  })
}

const isFlood = async ({ db, tenantId, now }: Transaction, { hashes }: Received) => {
  const since = new Date(now.getTime() - 60 * 60_000)
  const recent = await db.textReply.count({
    where: { tenantId, addressHash: { in: [...hashes] }, createdAt: { gt: since } },
  })
  return recent >= MOST_IN_AN_HOUR
}

/** False if the child's data must not be processed. */
const confirm = async (tx: Transaction, received: Received, id: string): Promise<boolean> => {
  const recipientId = received.conversation.client?.id ?? ''
  if (await isRestricted(tx, { subjectType: 'appointment', subjectId: id, recipientId }))
    return false
  const { familyConfirmedAt } = await confirmAttendance(tx, { id })
  if (familyConfirmedAt === tx.now.toISOString()) await answer(tx, received, 'CONFIRMED')
  return true
}

/** Gives the words to the front desk: one open task for each conversation. */
const askStaff = async (tx: Transaction, received: Received): Promise<Result> => {
  const { conversation, body, from } = received
  const { client, childId } = conversation
  const about = { subjectType: 'child', subjectId: childId ?? '', recipientId: client?.id ?? '' }
  // Nothing may be recorded about a person whose processing is restricted.
  if (await isRestricted(tx, about)) return { outcome: 'DROPPED' }
  const open = await openTask(tx, received)
  const text = readable(body)
  if (open) {
    if (commentsOf(open).length >= MOST_IN_A_TASK) return { outcome: 'DROPPED', taskId: open.id }
    await commentOnTask(tx, { id: open.id, text })
    return { outcome: 'TASK_EXTENDED', taskId: open.id }
  }
  if (!client && (await tooManyUnknown(tx))) return { outcome: 'DROPPED' }
  const { language } = await loadMessagingTerms(tx)
  const say = textsOf('pages', 'text-reply', language)
  const recipient = client && (await findRecipient(tx, { type: 'client', id: client.id }))
  const task = await createTask(tx, {
    title: recipient ? say('title', { firstName: recipient.firstName }) : say('titleUnknown'),
    notes: client ? text : `${from}\n${text}`,
    subjectId: client?.id ?? null,
    childId: client ? childId : null,
    assigneeId: null,
    role: 'SCHEDULER',
    dueAt: null,
  })
  return { outcome: 'TASK_CREATED', taskId: task.id }
}

const openTask = async ({ db, tenantId }: Transaction, { hashes }: Received) => {
  const last = await db.textReply.findFirst({
    where: { tenantId, addressHash: { in: [...hashes] }, taskId: { not: null } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  if (!last?.taskId) return null
  return db.task.findFirst({ where: { tenantId, id: last.taskId, status: 'OPEN' } })
}

const tooManyUnknown = async ({ db, tenantId, now }: Transaction): Promise<boolean> => {
  const since = new Date(now.getTime() - 24 * 60 * 60_000)
  const tasks = await db.textReply.count({
    where: { tenantId, clientId: null, outcome: 'TASK_CREATED', createdAt: { gt: since } },
  })
  return tasks >= MOST_UNKNOWN_IN_A_DAY
}
