import type { Context } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { Message } from '#prisma/generated/client.ts'
import type { TextChannel } from '#providers/texting/index.ts'
import { addConsent } from '../channel-consents/add-consent.ts'
import { consentTo } from '../channels/consent-to.ts'
import { markUndeliverable } from '../channels/mark-undeliverable.ts'
import { reportUndelivered } from './events.ts'
import { loadMessage } from './queries.ts'
import { updateMessage } from './record.ts'
import type { ReportedColumns } from './reported-columns.ts'
import type { MessageStatus, Reason } from './rules.ts'
import { tryNextChannel } from './try-next-channel.ts'

/** What becomes of a message, with the columns that say more. */
export interface Outcome extends ReportedColumns {
  status: MessageStatus
  reason: Reason | null
}

/** A message with its outcome. */
export interface Settlement {
  row: Pick<Message, 'id'>
  outcome: Outcome
  /** Texts of the centre that could not be used. */
  unusable?: readonly string[]
}

/**
 * Records the outcomes of one e-mail together, because only the message with whose id it goes is tried again. A
 * sent message stays sent, and a message that is cancelled while being sent is either sent or cancelled.
 */
export const settleMessages = (ctx: Context, all: readonly Settlement[]): Promise<void> =>
  transact({ ...ctx, whileSuspended: true }, 'messages:write', async (tx) => {
    for (const one of all.toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1))) await settle(tx, one)
  })

const settle = async (
  tx: Transaction,
  { row: { id }, outcome: { status, reason, ...reported }, unusable = [] }: Settlement,
): Promise<void> => {
  await lockRecord(tx, 'messages', id)
  const before = await loadMessage(tx, id)
  const stays = before.status === 'SENT' || (before.status !== 'QUEUED' && status !== 'SENT')
  if (stays) {
    tx.nothingChanged({ type: 'message', id })
    return
  }
  // The variables stay until the delivery if another channel may have to be tried.
  const kept = before.nextChannels.length > 0 ? before.sealedVariables : null
  const sent = status === 'SENT' && { sentAt: tx.now, sealedVariables: kept }
  const after = await updateMessage(tx, before, { status, reason, ...reported, ...sent })
  await tx.platform.registry.textFailed(tx, unusable)
  if (status === 'SENT') return
  if (reason === 'address_rejected') await markUndeliverable(tx, after, 'BOUNCED')
  if (reason === 'opted_out') await noteOptOut(tx, after)
  reportUndelivered(tx, after)
  if (FAILURES_OF_CHANNEL.has(reason)) await tryNextChannel(tx, after)
}

/** A provider refuses texts to numbers that sent STOP, also if it did not pass that on. */
const noteOptOut = async (tx: Transaction, row: Message): Promise<void> => {
  if ((await consentTo(tx, row)) === 'OPTED_OUT') return
  await addConsent(tx, {
    clientId: row.recipientId,
    channel: row.channel as TextChannel,
    status: 'OPTED_OUT',
    source: 'PROVIDER',
  })
}

/** Failures after which another channel may work. */
const FAILURES_OF_CHANNEL: ReadonlySet<Reason | null> = new Set<Reason>([
  'address_rejected',
  'message_rejected',
  'no_text_provider',
  'text_provider_unavailable',
  'no_consent',
  'opted_out',
])
