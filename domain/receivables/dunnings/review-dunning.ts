import { dunningMoves } from './moves.ts'
import { move } from '#platform/core/records/move-record.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { issuedInvoiceOf } from '../invoices/issued-invoice-of.ts'
import { invoicedOrders, lockDunningOf } from './queries.ts'
import { stopReasonOf } from './rules.ts'

/**
 * Called by verbs that pay, credit or write off part of an invoice, in the same transaction. Stops reminders if
 * nothing is owed any more, and resumes them otherwise. Runs as the centre.
 */
export const reviewDunning = (
  tx: Transaction,
  invoiceId: string,
  stopNote: string | null = null,
): Promise<void> =>
  tx.asCentre(async () => {
    const before = await lockDunningOf(tx, invoiceId)
    if (!before) return
    const stopReason = stopReasonOf(await invoicedOrders(tx, invoiceId)) ?? null
    if (stopReason === before.stopReason && stopNote === null) return
    const ended = { holdReason: null, holdNote: null, resumesOn: null }
    const verb = stopReason === null ? 'restart' : 'stop'
    const after = await move(tx, dunningMoves, verb, before, (status) =>
      tx.db.dunning.update({
        where: keyOf(tx, before.id),
        data: {
          status,
          ...(stopReason !== null && ended),
          stopReason,
          stopNote,
          ...touched(tx),
        },
      }),
    )
    tx.changed({ type: 'dunning', id: before.id }, before, after)
  })

/** Reviews the reminders of an order's invoice, if the order has one. */
export const reviewDunningOfOrder = (tx: Transaction, orderId: string): Promise<void> =>
  tx.asCentre(async () => {
    const invoice = await issuedInvoiceOf(tx, orderId)
    if (invoice) await reviewDunning(tx, invoice.id)
  })
