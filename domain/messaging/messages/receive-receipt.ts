import type { Context } from '#platform/core/context/context.ts'
import { move } from '#platform/core/records/move-record.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { Message as MessageModel } from '#prisma/generated/client.ts'
import type { TextCost } from '#providers/texting/index.ts'
import type { AddressProblem } from '../channels/rules.ts'
import { messageMoves } from './moves.ts'
import { loadMessage } from './queries.ts'
import { updateMessage } from './record.ts'
import type { Reason } from './rules.ts'
import { reportedColumns } from './reported-columns.ts'
import { cameBack } from './came-back.ts'

/** What became of a message, as its provider or the mail server reports it. */
export interface Receipt {
  state: 'accepted' | 'delivered' | 'undelivered'
  /** Why it was not delivered. */
  reason: Reason | null
  /** Set if nothing more should be sent to the address. */
  problem: AddressProblem | null
  reference?: string
  segments?: number | null
  cost?: TextCost | null
}

export type ReceiptOutcome = 'ACCEPTED' | 'IGNORED'

/**
 * Records what became of a message. Reports may be repeated, come late or in another order: one that adds nothing
 * is ignored. A report may come before the answer to the sending, which is then known to have arrived.
 */
export const receiveReceipt = (
  ctx: Context,
  { id, receipt }: { id: string; receipt: Receipt },
): Promise<ReceiptOutcome> =>
  transact(ctx, 'messages:write', async (tx) => {
    const inOne = await tx.sql<{ id: string }>(IN_ONE, [tx.tenantId, id])
    const outcomes: ReceiptOutcome[] = []
    for (const message of inOne) outcomes.push(await record(tx, message.id, receipt))
    if (outcomes.includes('ACCEPTED')) return 'ACCEPTED'
    tx.nothingChanged({ type: 'message', id })
    return 'IGNORED'
  })

/** What goes out together is one e-mail, whose report names one of its messages. */
const IN_ONE = `
  SELECT id FROM messages WHERE tenant_id = $1 AND (id = $2 OR sent_with = $2 AND status <> 'SKIPPED')
  ORDER BY id FOR UPDATE`

const record = async (tx: Transaction, id: string, receipt: Receipt): Promise<ReceiptOutcome> => {
  const before = await loadMessage(tx, id)
  if (!adds(before, receipt)) return 'IGNORED'
  const sent = before.status === 'QUEUED' ? await recordSent(tx, before) : before
  if (receipt.state === 'undelivered') await recordFailure(tx, sent, receipt)
  else await recordFacts(tx, sent, receipt)
  return 'ACCEPTED'
}

const adds = (before: MessageModel, { state, reference, cost }: Receipt): boolean => {
  const { status, deliveredAt, providerReference, costMinor } = before
  if (reference && providerReference && reference !== providerReference) return false
  if (status === 'QUEUED') return true
  if (status !== 'SENT') return false
  const pays = cost !== undefined && cost !== null && costMinor === null
  if (state === 'accepted') return pays
  return state === 'undelivered' || deliveredAt === null || pays
}

/** The provider has it, although its answer has not arrived yet. */
const recordSent = (tx: Transaction, before: MessageModel): Promise<MessageModel> =>
  updateMessage(tx, before, {
    status: 'SENT',
    reason: null,
    sentAt: tx.now,
    sealedVariables: before.nextChannels.length > 0 ? before.sealedVariables : null,
  })

const recordFacts = async (
  tx: Transaction,
  before: MessageModel,
  { state, ...receipt }: Receipt,
): Promise<void> => {
  const delivered = state === 'delivered' && before.deliveredAt === null
  await updateMessage(tx, before, {
    ...reportedColumns(receipt),
    ...(delivered && { deliveredAt: tx.now, sealedVariables: null }),
  })
}

/** A message that was delivered can still be complained about. */
const recordFailure = async (
  tx: Transaction,
  before: MessageModel,
  { reason, problem, ...receipt }: Receipt,
): Promise<void> => {
  const after = await move(tx, messageMoves, 'mark-bounced', before, (status) =>
    updateMessage(tx, before, {
      status,
      reason: reason ?? 'undelivered',
      ...reportedColumns(receipt),
    }),
  )
  await cameBack(tx, after, problem)
}
